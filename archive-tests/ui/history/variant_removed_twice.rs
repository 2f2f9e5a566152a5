use archive::Archive;

#[derive(Archive)]
enum Event {
    #[archive(removed(Push(f32), until = 2, into = Self::new))]
    #[archive(removed(Push(f64), since = 2, until = 3, into = Self::new))]
    Stop,
}

impl Event {
    fn new<T>(_: T) -> Self {
        Self::Stop
    }
}

fn main() {}
