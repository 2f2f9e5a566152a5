//! The proof of evolution: stories of types from version 1 to today's, each release against each
//! other (DESIGN.md §10, 15).

#[path = "stories/high_scores.rs"]
mod high_scores;
#[path = "stories/rumor.rs"]
mod rumor;
#[path = "stories/save_game.rs"]
mod save_game;
