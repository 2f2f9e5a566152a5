//! A lock-free list that any thread may append to.

use alloc::boxed::Box;

use once_cell::race::OnceRef;

/// An append-only list. It can return `'static` references without a lock, since nothing is ever removed.
pub(crate) struct List<K: 'static, V: 'static> {
    first: OnceRef<'static, Node<K, V>>,
}

pub(crate) struct Node<K: 'static, V: 'static> {
    pub(crate) key: K,
    pub(crate) value: V,
    next: OnceRef<'static, Node<K, V>>,
}

impl<K, V> List<K, V> {
    pub(crate) const fn new() -> Self {
        Self { first: OnceRef::new() }
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &'static Node<K, V>> {
        core::iter::successors(self.first.get(), |node| node.next.get())
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<&'static V>
    where
        K: PartialEq,
    {
        self.nodes().find(|node| node.key == *key).map(|node| &node.value)
    }

    /// Appends a value. If two threads add the same key, both values stay, and the first is found.
    pub(crate) fn add(&self, key: K, value: V) -> &'static V {
        let node: &'static Node<K, V> =
            Box::leak(Box::new(Node { key, value, next: OnceRef::new() }));
        let mut slot = &self.first;
        while slot.set(node).is_err() {
            match slot.get() {
                Some(taken) => slot = &taken.next,
                None => break,
            }
        }
        &node.value
    }
}
