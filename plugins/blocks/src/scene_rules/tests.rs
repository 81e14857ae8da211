//! Tests of the rules of a scene.

use super::*;
use crate::scene::{Light, Link, Model, Object, Place};
use witverse_sdk::Uuid;

fn object(id: impl Into<String>, kind: &str) -> Object {
    Object {
        id: id.into(),
        kind: kind.into(),
        position: Position {
            x: 1.0,
            y: 0.0,
            z: 32.0,
        },
        yaw: 90.0,
        scale: 1.0,
        colour: "#aabbcc".into(),
        model: None,
        item: None,
    }
}

/// A model of the file with this number.
fn model(file: usize) -> Object {
    let file_id = format!("0190c2d4-7a3b-7000-8000-{file:012}");
    Object {
        model: Some(Model {
            file_id: Uuid::parse(&file_id).expect("a UUID"),
            name: "석탑".into(),
            credit: String::new(),
            size: Position {
                x: 1.0,
                y: 64.0,
                z: 0.0,
            },
            triangles: 100,
            draws: 2,
        }),
        ..object(format!("model-{file}"), "model")
    }
}

/// A picture frame with the item of this number.
fn frame(id: usize, item: usize) -> Object {
    let item = format!("0190c2d4-7a3b-7000-8000-{item:012}");
    Object {
        item: Some(Uuid::parse(&item).expect("a UUID")),
        ..object(format!("frame-{id}"), "picture-frame")
    }
}

#[test]
fn items_of_objects() {
    let none: [&str; 0] = [];
    let of = |objects: Vec<Object>| fields(|scene| scene.objects = objects);
    assert_eq!(of(vec![frame(1, 1), frame(2, 2)]), none);
    assert_eq!(of(vec![object("empty", "item-stand")]), none);
    assert_eq!(
        of(vec![frame(1, 1), frame(2, 1)]),
        ["scene.objects[1].item"]
    );
    let tree = Object {
        kind: "tree".into(),
        ..frame(1, 1)
    };
    assert_eq!(of(vec![tree]), ["scene.objects[0].item"]);
    assert_eq!(of((0..20).map(|n| frame(n, n)).collect()), none);
    assert_eq!(
        of((0..21).map(|n| frame(n, n)).collect()),
        ["scene.objects"]
    );
}

#[test]
fn models_of_an_object() {
    let none: [&str; 0] = [];
    let of = |change: fn(&mut Object)| {
        let mut changed = model(1);
        change(&mut changed);
        fields(|scene| scene.objects.push(changed))
    };
    let of_model = |change: fn(&mut Model)| {
        let mut changed = model(1);
        change(changed.model.as_mut().expect("a model"));
        fields(|scene| scene.objects.push(changed))
    };
    assert_eq!(of(|_| {}), none);
    assert_eq!(of(|one| one.model = None), ["scene.objects[0].model"]);
    assert_eq!(
        of(|one| one.kind = "tree".into()),
        ["scene.objects[0].model"]
    );
    assert_eq!(
        of_model(|one| one.name = " ".into()),
        ["scene.objects[0].model.name"]
    );
    assert_eq!(
        of_model(|one| one.name = "가".repeat(61)),
        ["scene.objects[0].model.name"]
    );
    assert_eq!(of_model(|one| one.credit = "가".repeat(200)), none);
    assert_eq!(
        of_model(|one| one.credit = "a\nb".into()),
        ["scene.objects[0].model.credit"]
    );
    assert_eq!(
        of_model(|one| one.size.x = 64.1),
        ["scene.objects[0].model.size"]
    );
    assert_eq!(
        of_model(|one| one.size.z = f64::NAN),
        ["scene.objects[0].model.size"]
    );
    assert_eq!(
        of_model(|one| one.draws = 16),
        ["scene.objects[0].model.triangles"]
    );
    assert_eq!(
        of_model(|one| one.triangles = 0),
        ["scene.objects[0].model.triangles"]
    );
    let copies = |count: usize| {
        let mut copy = model(1);
        copy.model.as_mut().expect("a model").triangles = 1000;
        fields(|scene| {
            scene.objects.extend((0..count).map(|at| Object {
                id: format!("copy-{at}"),
                ..copy.clone()
            }));
        })
    };
    assert_eq!(copies(60), none);
    assert_eq!(copies(61), ["scene.objects"]);
    assert_eq!(
        fields(|scene| scene.objects.extend((0..20).map(model))),
        none
    );
    // 21 different models, and 42 draw calls.
    assert_eq!(
        fields(|scene| scene.objects.extend((0..21).map(model))),
        ["scene.objects", "scene.objects"]
    );
}

fn place(id: impl Into<String>) -> Place {
    Place {
        id: id.into(),
        position: object("", "").position,
        yaw: 0.0,
    }
}

fn light(id: impl Into<String>) -> Light {
    Light {
        id: id.into(),
        position: object("", "").position,
        colour: "#ffffff".into(),
        intensity: 1.0,
        range: 8.0,
    }
}

fn fields(change: impl FnOnce(&mut Scene)) -> Vec<String> {
    let mut scene = Scene::empty();
    change(&mut scene);
    match scene.checked() {
        Ok(_) => Vec::new(),
        Err(error) => {
            assert_eq!(error.code(), "validation_failed");
            error.fields().iter().map(|f| f.field.clone()).collect()
        }
    }
}

fn of_object(change: impl FnOnce(&mut Object)) -> Vec<String> {
    let mut changed = object("one", "tree");
    change(&mut changed);
    fields(|scene| scene.objects.push(changed))
}

#[test]
fn ranges_of_an_object() {
    let none: [&str; 0] = [];
    assert_eq!(of_object(|_| {}), none);
    assert_eq!(of_object(|o| o.position.x = 32.0), none);
    assert_eq!(
        of_object(|o| o.position.x = 32.01),
        ["scene.objects[0].position.x"]
    );
    assert_eq!(
        of_object(|o| o.position.y = -0.01),
        ["scene.objects[0].position.y"]
    );
    assert_eq!(
        of_object(|o| o.position.y = 32.01),
        ["scene.objects[0].position.y"]
    );
    assert_eq!(
        of_object(|o| o.position.z = 1.005),
        ["scene.objects[0].position.z"]
    );
    assert_eq!(of_object(|o| o.yaw = 359.99), none);
    assert_eq!(of_object(|o| o.yaw = 360.0), ["scene.objects[0].yaw"]);
    assert_eq!(of_object(|o| o.scale = 0.25), none);
    assert_eq!(of_object(|o| o.scale = 4.0), none);
    assert_eq!(of_object(|o| o.scale = 0.24), ["scene.objects[0].scale"]);
    assert_eq!(of_object(|o| o.scale = 4.01), ["scene.objects[0].scale"]);
    assert_eq!(
        of_object(|o| o.kind = "ufo".into()),
        ["scene.objects[0].kind"]
    );
    for colour in ["", "#abc", "#AABBCC", "aabbcc1", "#aabbcg", "#가나"] {
        assert_eq!(
            of_object(|o| o.colour = colour.into()),
            ["scene.objects[0].colour"]
        );
    }
    for id in ["", "A", "가", "a b", &"x".repeat(41)] {
        assert_eq!(of_object(|o| o.id = id.into()), ["scene.objects[0].id"]);
    }
}

#[test]
fn sums_of_floats_are_on_their_step() {
    let mut scene = Scene::empty();
    let mut odd = object("one", "tree");
    odd.position.x = 1.1 + 2.2;
    scene.objects.push(odd);
    let checked = scene.checked().expect("on a step");
    let json = serde_json::to_value(checked.objects[0].position).expect("serialises");
    assert_eq!(json["x"], 3.3);
}

#[test]
fn an_error_names_the_object_and_the_reason_in_both_languages() {
    let mut scene = Scene::empty();
    scene.objects.push(object("tree-7", "tree"));
    scene.objects[0].scale = 9.0;
    let error = scene.checked().expect_err("too large");
    let message = &error.fields()[0].message;
    assert_eq!(message.ko, "‘tree-7’: 크기는 0.25~4 사이여야 합니다.");
    assert_eq!(message.en, "“tree-7”: the scale is between 0.25 and 4.");
}

#[test]
fn limits_of_a_scene() {
    let none: [&str; 0] = [];
    let trees = |n| {
        (0..n)
            .map(|n| object(format!("tree-{n}"), "tree"))
            .collect()
    };
    assert_eq!(fields(|s| s.objects = trees(400)), none);
    assert_eq!(fields(|s| s.objects = trees(401)), ["scene.objects"]);
    let lit = |lanterns: usize, lights: usize| {
        fields(|s| {
            s.objects = (0..lanterns)
                .map(|n| object(format!("l-{n}"), "lantern"))
                .collect();
            s.lights = (0..lights).map(|n| light(format!("light-{n}"))).collect();
        })
    };
    assert_eq!(lit(180, 20), none);
    assert_eq!(lit(181, 20), ["scene.lights"]);
    let spawns = |n| fields(|s| s.spawn_points = (0..n).map(|n| place(format!("s-{n}"))).collect());
    assert_eq!(spawns(8), none);
    assert_eq!(spawns(0), ["scene.spawnPoints"]);
    assert_eq!(spawns(9), ["scene.spawnPoints"]);
    let seats = |n| fields(|s| s.seats = (0..n).map(|n| place(format!("s-{n}"))).collect());
    assert_eq!(seats(200), none);
    assert_eq!(seats(201), ["scene.seats"]);
    let link = |n| Link {
        id: format!("door-{n}"),
        position: place("").position,
        yaw: 0.0,
        block_id: Uuid::nil(),
    };
    assert_eq!(
        fields(|s| s.links = (0..21).map(link).collect()),
        ["scene.links"]
    );
}

#[test]
fn ids_are_unique_in_the_whole_scene() {
    let twice = fields(|s| {
        s.objects.push(object("one", "tree"));
        s.lights.push(light("one"));
    });
    assert_eq!(twice, ["scene.lights[0].id"]);
}

#[test]
fn surroundings_and_format() {
    assert_eq!(fields(|s| s.format = 2), ["scene.format"]);
    assert_eq!(
        fields(|s| s.ground.kind = "lava".into()),
        ["scene.ground.kind"]
    );
    assert_eq!(fields(|s| s.sky.hue = 361), ["scene.sky.hue"]);
    assert_eq!(fields(|s| s.sky.hour = Some(24.1)), ["scene.sky.hour"]);
    assert_eq!(fields(|s| s.seed = u32::MAX), ["scene.seed"]);
    assert_eq!(fields(|s| s.size = 65), ["scene.size"]);
    let mut dim = light("one");
    (dim.intensity, dim.range) = (3.1, 0.4);
    assert_eq!(
        fields(|s| s.lights.push(dim)),
        ["scene.lights[0].intensity", "scene.lights[0].range"]
    );
}

#[test]
fn errors_are_limited() {
    let many = fields(|s| s.objects = (0..50).map(|_| object("same", "ufo")).collect());
    assert_eq!(many.len(), ERRORS_MAX);
}

#[test]
fn unknown_fields_are_refused() {
    let mut json = serde_json::to_value(Scene::empty()).expect("serialises");
    assert!(serde_json::from_value::<Scene>(json.clone()).is_ok());
    json["fog"] = 1.into();
    assert!(serde_json::from_value::<Scene>(json).is_err());
}
