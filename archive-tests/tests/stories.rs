//! Stories of types from version 1 to today's, with each release tested against every other.

#[path = "stories/action.rs"]
mod action;
#[path = "stories/atlas.rs"]
mod atlas;
#[path = "stories/catalog.rs"]
mod catalog;
#[path = "stories/engine.rs"]
mod engine;
#[path = "stories/flock.rs"]
mod flock;
#[path = "stories/hero.rs"]
mod hero;
#[path = "stories/high_scores.rs"]
mod high_scores;
#[path = "stories/hook_order.rs"]
mod hook_order;
#[path = "stories/inventory/mod.rs"]
mod inventory;
#[path = "stories/marker.rs"]
mod marker;
#[path = "stories/notebook.rs"]
mod notebook;
#[path = "stories/packet.rs"]
mod packet;
#[path = "stories/pawn.rs"]
mod pawn;
#[path = "stories/plank.rs"]
mod plank;
#[path = "stories/reach.rs"]
mod reach;
#[path = "stories/recursion.rs"]
mod recursion;
#[path = "stories/rocket.rs"]
mod rocket;
#[path = "stories/rumor.rs"]
mod rumor;
#[path = "stories/save_game.rs"]
mod save_game;
#[path = "stories/silent_change.rs"]
mod silent_change;
#[path = "stories/terrain.rs"]
mod terrain;
#[path = "stories/town.rs"]
mod town;

use archive::Describe;

/// The lock file of all shapes that ever shipped matches today's types, as in a real program.
#[test]
fn every_shape_that_shipped_is_locked() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/archive.lock");
    let locks = [
        Vec::<action::v3::Action>::lock(),
        catalog::v2::Bag::lock(),
        engine::v2::Actor::lock(),
        flock::v2::Flock::lock(),
        hero::v3::Hero::lock(),
        high_scores::v2::HighScores::lock(),
        hook_order::v2::Team::lock(),
        inventory::v4::Inventory::lock(),
        marker::v3::Marker::lock(),
        packet::v3::Packet::lock(),
        plank::v2::Plank::lock(),
        reach::v2::Atlas::lock(),
        recursion::v2::World::lock(),
        rocket::v2::Rocket::lock(),
        rumor::v2::Rumor::lock(),
        save_game::v4::SaveGame::lock(),
        terrain::v2::Terrain::lock(),
        town::v2::Town::lock(),
    ];
    archive::lock::check(path, &locks).unwrap();
}
