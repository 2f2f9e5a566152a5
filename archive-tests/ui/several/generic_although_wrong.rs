use archive::Archive;
use std::fmt::Debug;

#[derive(Archive)]
struct Slot<'a, T: Debug, const N: usize = 4>
where
    T: Clone,
{
    items: [T; N],
    name: &'a str,
    #[since(0, default = 1)]
    count: u8,
}

fn save(slot: &Slot<'_, u32>) -> Vec<u8> {
    archive::to_vec(slot).unwrap()
}

fn main() {}
