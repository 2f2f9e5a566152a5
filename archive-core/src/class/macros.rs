//! The macros that register the types of a trait.

/// Registers the classes of a trait, the types whose objects `Box<dyn Entity>`, `Rc<dyn Entity>` and lists of them may
/// hold. Each class is stored under a key that never changes.
///
/// Call it in the trait's crate; the trait must have [`Object`](crate::Object) as a supertrait. An archive stores the
/// trait as an enum: `since` and `until` are its versions, and `|` adds aliases for input that is read by name.
///
/// ```
/// use archive::{Archive, Classes};
///
/// trait Entity: archive::Object {
///     fn health(&self) -> u32;
/// }
///
/// #[derive(Archive, Default)]
/// struct Player {
///     health: u32,
/// }
///
/// #[derive(Archive)]
/// struct Orc;
///
/// impl Entity for Player {
///     fn health(&self) -> u32 {
///         self.health
///     }
/// }
///
/// impl Entity for Orc {
///     fn health(&self) -> u32 {
///         3
///     }
/// }
///
/// archive::registry! {
///     dyn Entity as "Entity" {
///         Player as "player",
///         Orc as "orc" | "ork",
///     }
/// }
///
/// let party: Vec<Box<dyn Entity>> = vec![Box::new(Player { health: 10 }), Box::new(Orc)];
/// let loaded: Vec<Box<dyn Entity>> = archive::from_slice(&archive::to_vec(&party)?)?;
/// assert_eq!(loaded[1].health(), 3);
///
/// // For an editor: the keys, and a new object of one.
/// let registry = <dyn Entity>::registry();
/// assert_eq!(registry.keys().count(), 2);
/// assert_eq!(registry.create("player").unwrap().health(), 0);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// In a text that somebody writes, the key may stand for the name of the type: `orc`, `player { health = 10 }`. A program
/// writes both: `player(Player { health = 10 })`.
///
/// A class added in version 2 is `Dragon as "dragon" since 2`, and a class whose key changed in version 3 is
/// `Orc as "orc" renamed 3 from "ork"`. A class that was removed stays in the list as
/// `retired Goblin as "goblin" until 3 into from_goblin`, with `fn from_goblin(Goblin) -> Box<dyn Entity>`, which may
/// take a final `&mut Context` and return a `Result`. It keeps its history:
/// `retired Dragon as "dragon" since 2 until 4 into from_dragon`.
///
/// A class that is not registered is an error. To keep its objects and save them again, add `unknown Stranger` to the
/// list, where `Stranger` implements `From<Unknown>` and `AsRef<Unknown>` (see [`Unknown`](crate::Unknown)). To convert
/// them, add `unknown into f`, with `fn f(Unknown) -> Box<dyn Entity>`. If a file carries its schema and differs only
/// in classes that [joined](crate::Classes::join), these entries apply without any option; a file with a newer version
/// of the trait (`since`) needs [`Newer::Accept`](crate::Newer::Accept).
///
/// Hold each shared object either as `Rc<dyn Entity>` everywhere or as `Rc<Orc>` everywhere: saving an object that is
/// held as both is an error.
///
/// `dyn Entity + Send` and `dyn Entity` are different types: make `Send` a supertrait, or register `dyn Entity + Send`.
/// Crates that the trait's crate does not know can [join](crate::Classes::join) before the registry is first used.
#[macro_export]
macro_rules! registry {
    ($dyn:ty as $name:literal { $($classes:tt)* }) => {
        const _: () = {
            use $crate::__private as __p;

            static __ID: __p::Identity = __p::Identity::new(__p::module_path!(), $name);
            static __CELL: __p::RegistryCell<$dyn> = __p::RegistryCell::new();

            fn __classes() -> $crate::Registry<$dyn> {
                let registry = $crate::Registry::<$dyn>::new($name, &__ID);
                $crate::__classes!(registry, $dyn; $($classes)*)
            }

            fn __any(object: &$dyn) -> (&dyn __p::Any, &'static __p::primitive::str) {
                $crate::Object::__as_any(object)
            }

            fn __any_mut(object: &mut $dyn) -> &mut dyn __p::Any {
                $crate::Object::as_any_mut(object)
            }

            impl $crate::Classes for $dyn {
                fn registry() -> &'static $crate::Registry<$dyn> {
                    __CELL.get(__classes)
                }

                fn join(add: fn(&mut $crate::Registry<$dyn>)) -> __p::primitive::bool {
                    __CELL.join(add)
                }
            }

            impl __p::Describe for $dyn {
                const TYPE: &'static __p::Type = &__p::Type {
                    kind: __p::Kind::Named(__p::describe_class::<$dyn>),
                    memory: __p::size_of::<__p::Box<$dyn>>(),
                };
            }

            impl __p::Serialize for $dyn {
                fn serialize<A: __p::OutputArchive>(&self, archive: &mut A) -> __p::Result<(), A::Error> {
                    __p::save_object::<$dyn, A>(__any(self), archive)
                }

                fn serialize_refs<A: __p::Batches>(
                    values: &[&&Self],
                    archive: &mut A,
                ) -> __p::Result<(), A::Error> {
                    __p::save_objects::<$dyn, &Self, A>(values, |value| __any(*value), archive)
                }
            }

            impl __p::Share for $dyn {
                const SHARED: &'static __p::Type = <$dyn as __p::Describe>::TYPE;
            }

            impl<'a> __p::ShareLoad<'a> for $dyn {
                type Parts = __p::Box<$dyn>;

                fn load<A: __p::InputArchive<'a>>(archive: &mut A) -> __p::Result<__p::Box<$dyn>, A::Error> {
                    __p::load_object::<$dyn, A>(archive)
                }

                fn into_rc(parts: __p::Box<$dyn>) -> __p::rc::Rc<$dyn> {
                    __p::From::from(parts)
                }

                fn into_arc(parts: __p::Box<$dyn>) -> __p::sync::Arc<$dyn> {
                    __p::From::from(parts)
                }

                fn relink(&self, fresh: &mut __p::Box<$dyn>) -> __p::primitive::bool {
                    __p::relink_object::<$dyn>(
                        __any(self).0,
                        __any_mut(&mut **fresh),
                    )
                }

                fn relink_own(&self, fresh: &mut Self) -> __p::primitive::bool {
                    __p::relink_object::<$dyn>(
                        __any(self).0,
                        __any_mut(fresh),
                    )
                }

                fn put_late(&self, late: &mut __p::Late<'_>) {
                    __p::put_late_in_object::<$dyn>(__any(self).0, late);
                }

                fn no_rc() -> __p::Option<__p::rc::Weak<$dyn>> {
                    <$dyn as $crate::Classes>::registry().no_rc()
                }

                fn no_arc() -> __p::Option<__p::sync::Weak<$dyn>> {
                    <$dyn as $crate::Classes>::registry().no_arc()
                }
            }

            impl __p::Describe for __p::Box<$dyn> {
                const TYPE: &'static __p::Type = &__p::Type {
                    kind: __p::Kind::Boxed(<$dyn as __p::Describe>::TYPE),
                    memory: __p::size_of::<__p::Box<$dyn>>(),
                };
                const SIZE: __p::Size = __p::BOXED;
            }

            impl __p::Serialize for __p::Box<$dyn> {
                fn serialize<A: __p::OutputArchive>(&self, archive: &mut A) -> __p::Result<(), A::Error> {
                    __p::save_object::<$dyn, A>(__any(&**self), archive)
                }

                fn serialize_rows<A: __p::Batches>(
                    values: &[&Self],
                    archive: &mut A,
                ) -> __p::Result<(), A::Error> {
                    __p::save_objects::<$dyn, Self, A>(values, |value| __any(&**value), archive)
                }
            }

            impl<'a> __p::Deserialize<'a> for __p::Box<$dyn> {
                fn deserialize<A: __p::InputArchive<'a>>(archive: &mut A) -> __p::Result<Self, A::Error> {
                    __p::InputArchive::object::<$dyn>(archive)
                }

                fn relink(&self, fresh: &mut Self) -> __p::primitive::bool {
                    __p::relink_object::<$dyn>(
                        __any(&**self).0,
                        __any_mut(&mut **fresh),
                    )
                }

                fn put_late_in_cells(&self, late: &mut __p::Late<'_>) {
                    __p::put_late_in_object::<$dyn>(__any(&**self).0, late);
                }
            }
        };
    };
    ($dyn:ty { $($classes:tt)* }) => {
        $crate::__private::compile_error! {
            "expected the name of the trait in archives: `dyn Entity as \"Entity\" { .. }`"
        }
    };
}

/// Makes a class to [join](crate::Classes::join) to a [registry](registry!): `class!(dyn Entity, Player as "player")`.
///
/// ```
/// use archive::Classes;
///
/// trait Entity: archive::Object {}
/// archive::registry! { dyn Entity as "Entity" {} }
///
/// impl Entity for u32 {}
///
/// let in_time = <dyn Entity>::join(|registry| registry.add(archive::class!(dyn Entity, u32 as "number")));
/// assert!(in_time);
/// let object: Box<dyn Entity> = Box::new(7_u32);
/// let bytes = archive::to_vec(&object)?;
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Name the types of a mod after it, `#[archive(name = "mod.State")]`: if two mods, or a mod and the game, have types of
/// one name, nothing can be saved with both. [`Registry::check`](crate::Registry::check) finds that when the game starts.
///
/// Its history has no versions, as the versions are those of the trait, which does not know the class. To rename its
/// key, add the old key as an alias: `Orc as "mod.orc" | "mod.ork"`. A class that the mod removed is
/// `retired Goblin as "mod.goblin" into from_goblin`, with the function described at [`registry!`], for as long as old
/// saves must load.
#[macro_export]
macro_rules! class {
    ($dyn:ty, retired $ty:ty as $key:literal $(| $alias:literal)* into $into:expr) => {
        $crate::Class::<$dyn>::retired::<$ty, _, _, _, _>($key, || $into)$(.alias($alias))*
    };
    ($dyn:ty, $ty:ty as $key:literal $(| $alias:literal)*) => {{
        #[allow(unused_imports, reason = "only one of the two traits makes a value")]
        use $crate::__private::{ViaDefault as _, ViaNothing as _};

        let maker = (&$crate::__private::Maker::<$ty>($crate::__private::PhantomData)).maker();
        $crate::__class!($key, $dyn, $ty, maker; Box, rc::Weak, sync::Weak)$(.alias($alias))*
    }};
    ($dyn:ty, $($class:tt)*) => {
        $crate::__private::compile_error! {
            "expected a class that joins: `Orc as \"mod.orc\"` or `retired Orc as \"mod.orc\" into \
             from_orc`; it takes no versions, which are those of the trait"
        }
    };
    ($($class:tt)*) => {
        $crate::__private::compile_error! {
            "expected the trait before the class: `class!(dyn Entity, Orc as \"mod.orc\")`"
        }
    };
}

/// A class with a function that converts each kind of pointer. As they are repeated, the compiler reports a class that
/// lacks the trait only once.
#[doc(hidden)]
#[macro_export]
macro_rules! __class {
    ($key:literal, $dyn:ty, $ty:ty, $maker:ident; $($($pointer:ident)::+),*) => {
        $crate::Class::<$dyn>::new::<$ty>(
            $key,
            $maker,
            $(|it: $crate::__private::$($pointer)::+<$ty>| -> $crate::__private::$($pointer)::+<$dyn> { it }),*
        )
    };
}

/// Adds the classes of a registry one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __classes {
    ($registry:expr, $dyn:ty;) => { $registry };
    (
        $registry:expr, $dyn:ty;
        retired $ty:ty as $key:literal $(| $alias:literal)* $(since $since:literal)?
            $(renamed $before:literal from $from:literal)* until $until:literal into $into:expr $(, $($rest:tt)*)?
    ) => {
        $crate::__classes!(
            $registry.with(
                $crate::class!($dyn, retired $ty as $key $(| $alias)* into $into)
                    .until($until)
                    $(.since($since))?
                    $(.renamed($before, $from))*
            ),
            $dyn; $($($rest)*)?
        )
    };
    ($registry:expr, $dyn:ty; unknown into $into:expr $(, $($rest:tt)*)?) => {
        $crate::__classes!($registry.replacing($into), $dyn; $($($rest)*)?)
    };
    ($registry:expr, $dyn:ty; unknown $ty:ty $(, $($rest:tt)*)?) => {
        $crate::__classes!(
            $registry.keeping::<$ty>(|held| {
                $crate::__private::Box::new(<$ty as $crate::__private::From<$crate::Unknown>>::from(held))
            }),
            $dyn; $($($rest)*)?
        )
    };
    (
        $registry:expr, $dyn:ty;
        $ty:ty as $key:literal $(| $alias:literal)* $(since $since:literal)?
            $(renamed $until:literal from $from:literal)* $(, $($rest:tt)*)?
    ) => {
        $crate::__classes!(
            $registry.with(
                $crate::class!($dyn, $ty as $key $(| $alias)*)
                    $(.since($since))?
                    $(.renamed($until, $from))*
            ),
            $dyn; $($($rest)*)?
        )
    };
    // Its first tokens tell which class it is: the error itself is at the whole macro.
    (
        $registry:expr, $dyn:ty;
        $first:tt $($second:tt $($third:tt $($fourth:tt $($fifth:tt $($rest:tt)*)?)?)?)?
    ) => {
        $crate::__private::compile_error! {
            $crate::__private::concat! {
                "expected a class: `Orc as \"orc\"`, `retired Orc as \"orc\" until 2 into from_orc`, `unknown \
                 Stranger` or `unknown into f`, with commas between classes; found `",
                $crate::__private::stringify!($first $($second $($third $($fourth $($fifth)?)?)?)?),
                "`"
            }
        }
    };
}
