//! A Bevy world: each plugin says which of its components are saved, under keys that never change.
//!
//! ```text
//! cargo run --manifest-path examples/bevy/Cargo.toml
//! ```

mod saving;

use std::error::Error;

use archive::{Archive, class};
use bevy_ecs::prelude::*;
use saving::{Saved, entity};

#[derive(Archive, Component, Debug, PartialEq)]
struct Position(f32, f32);

#[derive(Archive, Component, Debug, PartialEq)]
struct Health {
    now: u32,
    #[since(2, default = *now)]
    most: u32,
}

#[derive(Archive, Component, Debug, PartialEq)]
struct Squad {
    #[entities]
    #[archive(with = Vec<entity>)]
    members: Vec<Entity>,
}

/// What the game's plugins do as they are built.
fn add_plugins(world: &mut World) {
    saving::register::<Position>(world, |all| all.add(class!(dyn Saved, Position as "position")));
    saving::register::<Health>(world, |all| all.add(class!(dyn Saved, Health as "health")));
    saving::register::<Squad>(world, |all| all.add(class!(dyn Saved, Squad as "squad")));
}

/// The first release of the game, with a plugin for the weather.
mod release_1 {
    use archive::{Archive, Object};

    pub trait Saved: Object {}

    #[derive(Archive)]
    pub struct Health {
        pub now: u32,
    }

    #[derive(Archive)]
    pub struct Rain {
        pub millimetres: u32,
    }

    impl Saved for Health {}
    impl Saved for Rain {}

    archive::registry! {
        dyn Saved as "Component" {
            Health as "health",
            Rain as "weather.rain",
        }
    }

    #[derive(Archive)]
    pub struct SaveGame {
        pub entities: Vec<SavedEntity>,
    }

    #[derive(Archive)]
    pub struct SavedEntity {
        pub id: u64,
        pub components: Vec<Box<dyn Saved>>,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    add_plugins(&mut world);
    let scout = world.spawn((Position(1.0, 2.0), Health { now: 30, most: 40 })).id();
    world.spawn(Squad { members: vec![scout] });
    let file = saving::save(&world)?;

    // In another world, these numbers are taken.
    let mut loaded = World::new();
    add_plugins(&mut loaded);
    for _ in 0..9 {
        loaded.spawn_empty();
    }
    println!("{} entities in {} bytes", saving::load(&mut loaded, &file)?, file.len());
    let squad = loaded.query::<&Squad>().single(&loaded)?;
    let member = *squad.members.first().ok_or("the scout is in the squad")?;
    println!("{scout} is {member} now, and has {:?}", loaded.get::<Health>(member));
    assert_eq!(loaded.get::<Health>(member), Some(&Health { now: 30, most: 40 }));

    // Last year's file has an older component, and one whose plugin is gone.
    let rain = release_1::Rain { millimetres: 3 };
    let components: Vec<Box<dyn release_1::Saved>> =
        vec![Box::new(release_1::Health { now: 9 }), Box::new(rain)];
    let entities = vec![release_1::SavedEntity { id: scout.to_bits(), components }];
    let old_file = archive::to_vec(&release_1::SaveGame { entities })?;
    let mut old = World::new();
    add_plugins(&mut old);
    saving::load(&mut old, &old_file)?;
    assert_eq!(old.query::<&Health>().single(&old)?, &Health { now: 9, most: 9 });

    // The rain is saved again, for whoever has the plugin.
    let shown = archive::text::of_archive(&saving::save(&old)?)?;
    println!("{shown}");
    assert!(shown.contains("millimetres = 3"));
    Ok(())
}
