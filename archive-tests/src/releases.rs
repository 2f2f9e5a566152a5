//! Three releases of a type; the last one stops reading the first.

pub mod first {
    #[derive(archive::Archive)]
    pub struct Save {
        pub level: u32,
    }
}

pub mod second {
    #[derive(archive::Archive)]
    pub struct Save {
        pub level: u32,
        #[since(2, default = 100)]
        pub stamina: u16,
    }
}

pub mod third {
    #[derive(archive::Archive)]
    #[archive(version = 2, oldest = 2)]
    pub struct Save {
        pub level: u32,
        pub stamina: u16,
    }
}
