//! Enums that are stored and sent as texts.

/// Conversions between an enum and its texts.
macro_rules! texts {
    ($type:ident { $($variant:ident => $text:literal),* $(,)? }) => {
        impl $type {
            /// The text that is stored and sent.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Parses the result of [`Self::as_str`].
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}
pub(crate) use texts;
