//! Each rule of the types of the standard library, on bytes.
