//! The proof of evolution: stories of types from version 1 to today's, each release against each
//! other (DESIGN.md §10, 15).

#[path = "stories/catalog.rs"]
mod catalog;
#[path = "stories/command.rs"]
mod command;
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
#[path = "stories/packet.rs"]
mod packet;
#[path = "stories/rumor.rs"]
mod rumor;
#[path = "stories/save_game.rs"]
mod save_game;
