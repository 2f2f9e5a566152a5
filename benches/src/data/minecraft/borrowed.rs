//! The twin of `minecraft_savedata` that borrows its texts.

use macro_rules_attribute::apply;

use super::super::{Twin, borrowed};
use super::{Abilities, GameType};

impl Twin for super::Players {
    type Of<'a> = Players<'a>;
}

/// Players.
#[apply(borrowed)]
pub struct Players<'a> {
    #[serde(borrow)]
    pub players: Vec<Player<'a>>,
}

/// A player.
#[apply(borrowed)]
pub struct Player<'a> {
    pub game_type: GameType,
    pub previous_game_type: GameType,
    pub score: i64,
    pub dimension: &'a str,
    pub selected_item_slot: u32,
    #[serde(borrow)]
    pub selected_item: Item<'a>,
    #[serde(borrow)]
    pub spawn_dimension: Option<&'a str>,
    pub spawn_x: i64,
    pub spawn_y: i64,
    pub spawn_z: i64,
    pub spawn_forced: Option<bool>,
    pub sleep_timer: u16,
    pub food_exhaustion_level: f32,
    pub food_saturation_level: f32,
    pub food_tick_timer: u32,
    pub xp_level: u32,
    pub xp_p: f32,
    pub xp_total: i32,
    pub xp_seed: i32,
    #[serde(borrow)]
    pub inventory: Vec<Item<'a>>,
    #[serde(borrow)]
    pub ender_items: Vec<Item<'a>>,
    pub abilities: Abilities,
    pub entered_nether_position: Option<(f64, f64, f64)>,
    #[serde(borrow)]
    pub root_vehicle: Option<([u32; 4], Entity<'a>)>,
    #[serde(borrow)]
    pub shoulder_entity_left: Option<Entity<'a>>,
    #[serde(borrow)]
    pub shoulder_entity_right: Option<Entity<'a>>,
    pub seen_credits: bool,
    #[serde(borrow)]
    pub recipe_book: RecipeBook<'a>,
}

/// A thing that is carried.
#[apply(borrowed)]
pub struct Item<'a> {
    pub count: i8,
    pub slot: u8,
    pub id: &'a str,
}

/// A creature.
#[apply(borrowed)]
pub struct Entity<'a> {
    pub id: &'a str,
    pub pos: (f64, f64, f64),
    pub motion: (f64, f64, f64),
    pub rotation: (f32, f32),
    pub fall_distance: f32,
    pub fire: u16,
    pub air: u16,
    pub on_ground: bool,
    pub no_gravity: bool,
    pub invulnerable: bool,
    pub portal_cooldown: i32,
    pub uuid: [u32; 4],
    #[serde(borrow)]
    pub custom_name: Option<&'a str>,
    pub custom_name_visible: bool,
    pub silent: bool,
    pub glowing: bool,
}

/// What a player knows to make.
#[apply(borrowed)]
pub struct RecipeBook<'a> {
    #[serde(borrow)]
    pub recipes: Vec<&'a str>,
    #[serde(borrow)]
    pub to_be_displayed: Vec<&'a str>,
    pub is_filtering_craftable: bool,
    pub is_gui_open: bool,
    pub is_furnace_filtering_craftable: bool,
    pub is_furnace_gui_open: bool,
    pub is_blasting_furnace_filtering_craftable: bool,
    pub is_blasting_furnace_gui_open: bool,
    pub is_smoker_filtering_craftable: bool,
    pub is_smoker_gui_open: bool,
}
