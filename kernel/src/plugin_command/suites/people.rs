//! The people that the suites call as.

use serde::Deserialize;
use witverse_kernel::actor::Actor;
use witverse_kernel::app::App;
use witverse_kernel::demo;
use witverse_kernel::identity::{Credentials, LoginContext, Origin};

/// Who calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// Has not signed in.
    Visitor,
    /// Has signed in, and has not joined the world.
    Guest,
    /// Has joined the world.
    #[default]
    Member,
    /// Owns the world.
    Operator,
}

impl Role {
    pub(super) const ALL: [Self; 4] = [Self::Visitor, Self::Guest, Self::Member, Self::Operator];

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Visitor => "a visitor",
            Self::Guest => "a person who has not joined the world",
            Self::Member => "a member of the world",
            Self::Operator => "the operator",
        }
    }

    fn email(self) -> Option<&'static str> {
        match self {
            Self::Visitor => None,
            Self::Guest => Some(demo::GUEST),
            Self::Member => Some(demo::PLAYER),
            Self::Operator => Some(demo::OPERATOR),
        }
    }
}

/// The people, in the order of [`Role::ALL`].
pub(super) struct People([Caller; 4]);

pub(super) struct Caller {
    pub(super) actor: Actor,
    pub(super) token: Option<String>,
}

impl People {
    pub(super) async fn log_in(app: &App) -> Result<Self, String> {
        let [visitor, guest, member, operator] = Role::ALL;
        Ok(Self([
            Caller::log_in(app, visitor).await?,
            Caller::log_in(app, guest).await?,
            Caller::log_in(app, member).await?,
            Caller::log_in(app, operator).await?,
        ]))
    }

    pub(super) fn of(&self, role: Role) -> &Caller {
        &self.0[role as usize]
    }
}

impl Caller {
    async fn log_in(app: &App, role: Role) -> Result<Self, String> {
        let Some(email) = role.email() else {
            return Ok(Self {
                actor: Actor::Visitor,
                token: None,
            });
        };
        let credentials = Credentials {
            email,
            password: demo::PASSWORD,
        };
        let logins = &app.identity.logins;
        let login = logins
            .log_in(credentials, LoginContext::default(), &Origin::default())
            .await
            .map_err(|error| error.to_string())?;
        let done = login.done().ok_or("a demo account has a second factor")?;
        Ok(Self {
            token: Some(done.tokens.access.clone()),
            actor: Actor::Person(done.person),
        })
    }
}
