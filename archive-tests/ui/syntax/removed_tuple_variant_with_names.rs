use archive::Archive;

#[derive(Archive)]
enum Job {
    #[archive(removed(Adventurer(rank: u32), until = 2, into = |rank: u32| Job::Guard(rank)))]
    Guard(u32),
}

fn main() {}
