//! What makes the saves of this game, whatever its plugins add.

use archive::{Archive, Classes, Object, Registry, Unknown};
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;

/// A component that is saved.
pub trait Saved: Object {
    /// Puts it on an entity. The entities that it names have other numbers in this world than in the saved one.
    fn insert(self: Box<Self>, entity: &mut EntityWorldMut<'_>, ids: &mut EntityHashMap<Entity>);
}

impl<C: Component + Object> Saved for C {
    fn insert(
        mut self: Box<Self>,
        entity: &mut EntityWorldMut<'_>,
        ids: &mut EntityHashMap<Entity>,
    ) {
        C::map_entities(&mut self, ids);
        entity.insert(*self);
    }
}

archive::registry! {
    dyn Saved as "Component" {
        unknown Stranger,
    }
}

/// A component of a plugin that this program lacks. It stays with its entity and is saved again.
pub struct Stranger(Unknown);

#[derive(Component, Default)]
struct Strangers(Vec<Stranger>);

impl From<Unknown> for Stranger {
    fn from(unknown: Unknown) -> Self {
        Self(unknown)
    }
}

impl AsRef<Unknown> for Stranger {
    fn as_ref(&self) -> &Unknown {
        &self.0
    }
}

impl Saved for Stranger {
    fn insert(self: Box<Self>, entity: &mut EntityWorldMut<'_>, _: &mut EntityHashMap<Entity>) {
        let mut held = entity.take::<Strangers>().unwrap_or_default();
        held.0.push(*self);
        entity.insert(held);
    }
}

/// Finds the saved components of an entity.
type Find = for<'w> fn(EntityRef<'w>, &mut Vec<&'w dyn Saved>);

#[derive(Resource)]
struct Finders(Vec<Find>);

/// Lets a plugin add a component to what is saved, before anything is.
pub fn register<C: Component + Object>(world: &mut World, join: fn(&mut Registry<dyn Saved>)) {
    assert!(<dyn Saved>::join(join), "plugins are added before a game is loaded");
    let find: Find = |entity, found| found.extend(entity.get::<C>().map(|held| held as &dyn Saved));
    world.get_resource_or_insert_with(|| Finders(vec![strangers])).0.push(find);
}

fn strangers<'w>(entity: EntityRef<'w>, found: &mut Vec<&'w dyn Saved>) {
    let held = entity.get::<Strangers>().map_or(&[][..], |held| &held.0);
    found.extend(held.iter().map(|stranger| stranger as &dyn Saved));
}

/// Stores an entity as its number in the world.
pub mod entity {
    use bevy_ecs::entity::Entity;

    pub type Stored = u64;

    pub fn to_stored(entity: &Entity) -> u64 {
        entity.to_bits()
    }

    pub fn from_stored(bits: u64) -> Result<Entity, &'static str> {
        Entity::try_from_bits(bits).ok_or("no entity has this number")
    }
}

#[derive(Archive)]
struct SaveGame {
    entities: Vec<SavedEntity>,
}

#[derive(Archive)]
struct SavedEntity {
    #[archive(with = entity)]
    id: Entity,
    components: Vec<Box<dyn Saved>>,
}

/// The same where the world keeps it, so that nothing is copied to be saved.
#[derive(Archive)]
#[archive(save_as = SaveGame)]
struct SaveView<'w> {
    entities: Vec<EntityView<'w>>,
}

#[derive(Archive)]
#[archive(save_as = SavedEntity)]
struct EntityView<'w> {
    #[archive(with = entity)]
    id: Entity,
    components: Vec<&'w dyn Saved>,
}

/// Saves every entity that has a component of those registered.
pub fn save(world: &World) -> Result<Vec<u8>, archive::Error> {
    let finders = world.get_resource::<Finders>().map_or(&[][..], |finders| &finders.0);
    let mut entities = Vec::new();
    for entity in world.iter_entities() {
        let mut components = Vec::new();
        finders.iter().for_each(|find| find(entity, &mut components));
        if !components.is_empty() {
            entities.push(EntityView { id: entity.id(), components });
        }
    }
    archive::to_vec(&SaveView { entities })
}

/// Spawns the saved entities, and returns how many there are. If it fails, the world is as it was.
pub fn load(world: &mut World, file: &[u8]) -> Result<usize, archive::Error> {
    let game: SaveGame = archive::from_slice(file)?;
    // All are there before one refers to another.
    let ids = game.entities.iter().map(|saved| (saved.id, world.spawn_empty().id()));
    let mut ids: EntityHashMap<Entity> = ids.collect();
    let count = game.entities.len();
    for saved in game.entities {
        if let Some(id) = ids.get(&saved.id) {
            let mut entity = world.entity_mut(*id);
            for component in saved.components {
                component.insert(&mut entity, &mut ids);
            }
        }
    }
    Ok(count)
}
