//! Archives as trees, as tools use them that have no types of the game.

mod any;
mod columns;
mod diff;
mod edited;
mod errors;
mod find;
mod game;
mod order;
mod paths;
mod typed;
