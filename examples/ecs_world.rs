//! The world of an entity component system: entities, their components, and references among them.
//!
//! ```text
//! cargo run --features glam-0_34 --example ecs_world
//! ```
//!
//! Each kind of component is a field, so its history is declared there. A component that an entity
//! lacks costs next to nothing: columns store which entities have it apart from its data.
//!
//! This world spawns entities under the numbers in the file. `Context` shows how to load into one that does not.

use std::error::Error;

use archive::Archive;
use glam::Vec3;
use hecs::{Entity, EntityBuilder, World};

/// Stores an entity as its number in the world.
mod entity {
    use hecs::Entity;

    pub(crate) type Stored = u64;

    pub(crate) fn to_stored(entity: &Entity) -> u64 {
        entity.to_bits().get()
    }

    pub(crate) fn from_stored(bits: u64) -> Result<Entity, &'static str> {
        Entity::from_bits(bits).ok_or("no entity has this number")
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Position(Vec3);

#[derive(Archive, Debug, PartialEq)]
struct Health {
    now: u32,
    #[since(2, default = *now)]
    most: u32,
}

#[derive(Archive, Debug, PartialEq)]
struct Squad {
    #[archive(with = Option<entity>)]
    leader: Option<Entity>,
    #[archive(with = Vec<entity>)]
    members: Vec<Entity>,
}

/// An entity with its components.
#[derive(Archive)]
struct Saved {
    #[archive(with = entity)]
    id: Entity,
    position: Option<Position>,
    health: Option<Health>,
    #[since(2, default = None)]
    squad: Option<Squad>,
}

impl Saved {
    fn spawn(self, world: &mut World) {
        let mut builder = EntityBuilder::new();
        self.position.map(|position| builder.add(position));
        self.health.map(|health| builder.add(health));
        self.squad.map(|squad| builder.add(squad));
        world.spawn_at(self.id, builder.build());
    }
}

/// The same where the world keeps it, so that nothing is copied to be saved.
#[derive(Archive)]
#[archive(save_as = Saved)]
struct SavedView<'w> {
    #[archive(with = entity)]
    id: Entity,
    position: Option<&'w Position>,
    health: Option<&'w Health>,
    squad: Option<&'w Squad>,
}

#[derive(Archive)]
struct SaveGame {
    tick: u64,
    entities: Vec<Saved>,
}

#[derive(Archive)]
#[archive(save_as = SaveGame)]
struct SaveView<'w> {
    tick: u64,
    entities: Vec<SavedView<'w>>,
}

fn save(world: &World, tick: u64) -> Result<Vec<u8>, archive::Error> {
    let mut found = world.query::<(Entity, Option<&Position>, Option<&Health>, Option<&Squad>)>();
    let entities = found
        .iter()
        .map(|(id, position, health, squad)| SavedView { id, position, health, squad })
        .collect();
    archive::to_vec(&SaveView { tick, entities })
}

fn load(bytes: &[u8]) -> Result<(World, u64), archive::Error> {
    let game: SaveGame = archive::from_slice(bytes)?;
    let mut world = World::new();
    game.entities.into_iter().for_each(|saved| saved.spawn(&mut world));
    Ok((world, game.tick))
}

/// The first release of the program.
mod release_1 {
    use archive::Archive;

    #[derive(Archive)]
    pub(crate) struct SaveGame {
        pub(crate) tick: u64,
        pub(crate) entities: Vec<Saved>,
    }

    #[derive(Archive)]
    pub(crate) struct Saved {
        pub(crate) id: u64,
        pub(crate) position: Option<Position>,
        pub(crate) health: Option<Health>,
    }

    #[derive(Archive)]
    pub(crate) struct Position(pub(crate) [f32; 3]);

    #[derive(Archive)]
    pub(crate) struct Health {
        pub(crate) now: u32,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let scout = world.spawn((Position(Vec3::X), Health { now: 30, most: 40 }));
    let rock = world.spawn((Position(Vec3::ZERO),));
    let squad = world.spawn((Squad { leader: Some(scout), members: vec![scout] },));

    let file = save(&world, 7)?;
    let (loaded, tick) = load(&file)?;
    println!("tick {tick}: {} entities in {} bytes", loaded.len(), file.len());
    assert_eq!(*loaded.get::<&Position>(rock)?, Position(Vec3::ZERO));
    let leader = loaded.get::<&Squad>(squad)?.leader.ok_or("a squad has a leader")?;
    println!("its leader has {:?}", *loaded.get::<&Health>(leader)?);
    assert_eq!(leader, scout);

    // In last year's file, newer components are missing and newer fields get their defaults.
    let health = Some(release_1::Health { now: 9 });
    let id = scout.to_bits().get();
    let position = Some(release_1::Position([1.0, 2.0, 3.0]));
    let entities = vec![release_1::Saved { id, position, health }];
    let (old, _) = load(&archive::to_vec(&release_1::SaveGame { tick: 1, entities })?)?;
    assert_eq!(*old.get::<&Health>(scout)?, Health { now: 9, most: 9 });
    println!("of release 1: {:?}", *old.get::<&Position>(scout)?);
    Ok(())
}
