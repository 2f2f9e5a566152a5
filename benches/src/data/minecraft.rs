//! `minecraft_savedata`: 500 players and their belongings.

use macro_rules_attribute::apply;

use super::{SEED, measured};
use crate::random::Random;

pub mod borrowed;

/// Players.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Players {
    pub players: Vec<Player>,
}

/// A player.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Player {
    pub game_type: GameType,
    pub previous_game_type: GameType,
    pub score: i64,
    pub dimension: String,
    pub selected_item_slot: u32,
    pub selected_item: Item,
    pub spawn_dimension: Option<String>,
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
    pub inventory: Vec<Item>,
    pub ender_items: Vec<Item>,
    pub abilities: Abilities,
    pub entered_nether_position: Option<(f64, f64, f64)>,
    pub root_vehicle: Option<([u32; 4], Entity)>,
    pub shoulder_entity_left: Option<Entity>,
    pub shoulder_entity_right: Option<Entity>,
    pub seen_credits: bool,
    pub recipe_book: RecipeBook,
}

/// How a player plays.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(u8)]
pub enum GameType {
    Survival,
    Creative,
    Adventure,
    Spectator,
}

/// A thing that is carried.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Item {
    pub count: i8,
    pub slot: u8,
    pub id: String,
}

/// What a player can do.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Abilities {
    pub walk_speed: f32,
    pub fly_speed: f32,
    pub may_fly: bool,
    pub flying: bool,
    pub invulnerable: bool,
    pub may_build: bool,
    pub instabuild: bool,
}

/// A creature.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Entity {
    pub id: String,
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
    pub custom_name: Option<String>,
    pub custom_name_visible: bool,
    pub silent: bool,
    pub glowing: bool,
}

/// What a player knows to make.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct RecipeBook {
    pub recipes: Vec<String>,
    pub to_be_displayed: Vec<String>,
    pub is_filtering_craftable: bool,
    pub is_gui_open: bool,
    pub is_furnace_filtering_craftable: bool,
    pub is_furnace_gui_open: bool,
    pub is_blasting_furnace_filtering_craftable: bool,
    pub is_blasting_furnace_gui_open: bool,
    pub is_smoker_filtering_craftable: bool,
    pub is_smoker_gui_open: bool,
}

const ITEMS: [&str; 8] =
    ["dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak"];

const CREATURES: [&str; 8] =
    ["cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee"];

const NAMES: [&str; 8] =
    ["rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard"];

const RECIPES: [&str; 8] =
    ["pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt"];

const DIMENSIONS: [&str; 3] = ["overworld", "nether", "end"];

/// The players to measure.
#[must_use]
pub fn generate() -> Players {
    let random = &mut Random::new(SEED);
    Players { players: random.list(500..501, player) }
}

fn player(random: &mut Random) -> Player {
    Player {
        game_type: game_type(random),
        previous_game_type: game_type(random),
        score: random.bits() as i64,
        dimension: random.word(&DIMENSIONS),
        selected_item_slot: random.bits() as u32,
        selected_item: item(random),
        spawn_dimension: random.maybe(|random| random.word(&DIMENSIONS)),
        spawn_x: random.bits() as i64,
        spawn_y: random.bits() as i64,
        spawn_z: random.bits() as i64,
        spawn_forced: random.maybe(coin),
        sleep_timer: random.bits() as u16,
        food_exhaustion_level: random.float(),
        food_saturation_level: random.float(),
        food_tick_timer: random.bits() as u32,
        xp_level: random.bits() as u32,
        xp_p: random.float(),
        xp_total: random.bits() as i32,
        xp_seed: random.bits() as i32,
        inventory: random.list(0..40, item),
        ender_items: random.list(0..27, item),
        abilities: abilities(random),
        entered_nether_position: random.maybe(point),
        root_vehicle: random.maybe(|random| (uuid(random), entity(random))),
        shoulder_entity_left: random.maybe(entity),
        shoulder_entity_right: random.maybe(entity),
        seen_credits: coin(random),
        recipe_book: recipe_book(random),
    }
}

fn coin(random: &mut Random) -> bool {
    random.chance(0.5)
}

fn game_type(random: &mut Random) -> GameType {
    random.pick(&[GameType::Survival, GameType::Creative, GameType::Adventure, GameType::Spectator])
}

fn item(random: &mut Random) -> Item {
    Item { count: random.bits() as i8, slot: random.bits() as u8, id: random.word(&ITEMS) }
}

fn abilities(random: &mut Random) -> Abilities {
    Abilities {
        walk_speed: random.float(),
        fly_speed: random.float(),
        may_fly: coin(random),
        flying: coin(random),
        invulnerable: coin(random),
        may_build: coin(random),
        instabuild: coin(random),
    }
}

fn point(random: &mut Random) -> (f64, f64, f64) {
    (random.double(), random.double(), random.double())
}

fn uuid(random: &mut Random) -> [u32; 4] {
    std::array::from_fn(|_| random.bits() as u32)
}

fn entity(random: &mut Random) -> Entity {
    Entity {
        id: random.word(&CREATURES),
        pos: point(random),
        motion: point(random),
        rotation: (random.float(), random.float()),
        fall_distance: random.float(),
        fire: random.bits() as u16,
        air: random.bits() as u16,
        on_ground: coin(random),
        no_gravity: coin(random),
        invulnerable: coin(random),
        portal_cooldown: random.bits() as i32,
        uuid: uuid(random),
        custom_name: random.maybe(|random| random.word(&NAMES)),
        custom_name_visible: coin(random),
        silent: coin(random),
        glowing: coin(random),
    }
}

fn recipe_book(random: &mut Random) -> RecipeBook {
    RecipeBook {
        recipes: random.list(0..30, |random| random.word(&RECIPES)),
        to_be_displayed: random.list(0..10, |random| random.word(&RECIPES)),
        is_filtering_craftable: coin(random),
        is_gui_open: coin(random),
        is_furnace_filtering_craftable: coin(random),
        is_furnace_gui_open: coin(random),
        is_blasting_furnace_filtering_craftable: coin(random),
        is_blasting_furnace_gui_open: coin(random),
        is_smoker_filtering_craftable: coin(random),
        is_smoker_gui_open: coin(random),
    }
}
