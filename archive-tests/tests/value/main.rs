//! Archives as trees, as tools use them that have no types of the game.

mod typed;
