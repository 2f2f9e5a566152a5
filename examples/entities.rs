//! Entities of several types behind one trait, one of which has since been retired.
//!
//! ```text
//! cargo run --example entities
//! ```

use std::error::Error;
use std::rc::Rc;

use archive::{Archive, Classes, Object, Options};

trait Entity: Object {
    fn describe(&self) -> String;
}

#[derive(Archive, Default)]
struct Player {
    name: String,
}

#[derive(Archive)]
struct Orc {
    rage: u8,
    /// Who it follows: the very player that is in the world's list, too.
    prey: Option<Rc<dyn Entity>>,
}

impl Entity for Player {
    fn describe(&self) -> String {
        format!("the player {}", self.name)
    }
}

impl Entity for Orc {
    fn describe(&self) -> String {
        let prey = self.prey.as_ref().map_or("nobody".into(), |prey| prey.describe());
        format!("an orc of rage {} after {prey}", self.rage)
    }
}

/// Version 1 had goblins. Today they are small orcs.
#[derive(Archive)]
struct Goblin {
    anger: u8,
}

fn from_goblin(goblin: Goblin) -> Box<dyn Entity> {
    Box::new(Orc { rage: goblin.anger / 2, prey: None })
}

archive::registry! {
    dyn Entity as "Entity" {
        Player as "player",
        Orc as "orc" since 2,
        retired Goblin as "goblin" until 2 into from_goblin,
    }
}

/// The first release of the program.
mod release_1 {
    use super::{Goblin, Object, Player};

    pub trait Entity: Object {}

    impl Entity for Player {}
    impl Entity for Goblin {}

    archive::registry! {
        dyn Entity as "Entity" {
            Player as "player",
            Goblin as "goblin",
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let ann: Rc<dyn Entity> = Rc::new(Player { name: "Ann".into() });
    let orc = Rc::new(Orc { rage: 7, prey: Some(Rc::clone(&ann)) });
    let world: Vec<Rc<dyn Entity>> = vec![ann, orc];
    let loaded: Vec<Rc<dyn Entity>> = archive::from_slice(&archive::to_vec(&world)?)?;
    for entity in &loaded {
        println!("{}", entity.describe());
    }
    let [ann, orc] = loaded.as_slice() else { return Err("two entities".into()) };
    let orc = (**orc).as_any().downcast_ref::<Orc>().ok_or("an orc")?;
    assert!(Rc::ptr_eq(orc.prey.as_ref().ok_or("its prey")?, ann));

    let old: Vec<Rc<dyn release_1::Entity>> =
        vec![Rc::new(Player { name: "Bob".into() }), Rc::new(Goblin { anger: 9 })];
    let old = Options::file().to_vec(&old)?;
    for entity in archive::from_slice::<Vec<Rc<dyn Entity>>>(&old)? {
        println!("from version 1: {}", entity.describe());
    }

    // An editor lists these keys and creates a new object from one.
    let registry = <dyn Entity>::registry();
    let keys: Vec<_> = registry.keys().collect();
    println!(
        "keys: {keys:?}; a new player: {:?}",
        registry.create("player").map(|it| it.describe())
    );
    Ok(())
}
