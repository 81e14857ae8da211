//! The people and worlds of the demo.

/// The password of every demo account.
pub const PASSWORD: &str = "Witverse1!";

pub(super) struct Member {
    pub(super) email: &'static str,
    pub(super) nickname: &'static str,
    pub(super) admin: bool,
    /// The world to create or to join.
    pub(super) world: &'static str,
}

pub(super) struct DemoWorld {
    pub(super) name: &'static str,
    pub(super) ko: &'static str,
    pub(super) en: &'static str,
    pub(super) hue: u16,
}

pub(super) const MEMBERS: [Member; 13] = [
    member("admin@witverse.localhost", "witkeeper", true, ""),
    member("haneul@witverse.localhost", "haneul", false, "agora"),
    member("minji@witverse.localhost", "minji", false, "hanok"),
    member("theo@witverse.localhost", "theo", false, "orbit"),
    member("sora@witverse.localhost", "sora", false, "reef"),
    member("jules@witverse.localhost", "jules", false, "arcade"),
    member("dohyun@witverse.localhost", "dohyun", false, "agora"),
    member("yuna@witverse.localhost", "yuna", false, "hanok"),
    member("noah@witverse.localhost", "noah", false, "orbit"),
    member("bora@witverse.localhost", "bora", false, "agora"),
    member("leon@witverse.localhost", "leon", false, "reef"),
    member("arin@witverse.localhost", "arin", false, "hanok"),
    member("mateo@witverse.localhost", "mateo", false, "arcade"),
];

pub(super) const WORLDS: [DemoWorld; 5] = [
    world(
        "agora",
        262,
        "밤마다 이야기가 모이는 광장",
        "A plaza where stories gather every night",
    ),
    world(
        "hanok",
        28,
        "등불이 켜진 한옥 골목",
        "A hanok alley lit by lanterns",
    ),
    world(
        "orbit",
        205,
        "궤도를 도는 정거장의 정원",
        "A garden on a station in orbit",
    ),
    world(
        "reef",
        172,
        "빛이 스며드는 바닷속 산호초",
        "An undersea reef where light filters in",
    ),
    world(
        "arcade",
        322,
        "네온이 꺼지지 않는 오락실",
        "An arcade where the neon never goes out",
    ),
];

const fn member(
    email: &'static str,
    nickname: &'static str,
    admin: bool,
    world: &'static str,
) -> Member {
    Member {
        email,
        nickname,
        admin,
        world,
    }
}

const fn world(name: &'static str, hue: u16, ko: &'static str, en: &'static str) -> DemoWorld {
    DemoWorld { name, ko, en, hue }
}

/// Email and nickname of every demo account, the administrator first.
#[must_use]
pub fn logins() -> Vec<(&'static str, &'static str)> {
    MEMBERS
        .iter()
        .map(|member| (member.email, member.nickname))
        .collect()
}
