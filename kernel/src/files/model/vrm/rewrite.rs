//! Writes the result: the parts of the file that this platform knows, with small WebP textures.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

use super::bones::index;
use super::bounds::EXTENSIONS;
use super::facts::{MAX_OUTPUT_BYTES, MAX_TEXTURE_BYTES};
use crate::files::model::content::Content;
use crate::files::model::document::Document;
use crate::files::model::refusal::{ModelRefusal, Reason};
use crate::files::model::values::{packed, vectors};
use crate::files::model::{surfaces, writer};

const WEBP: &str = "EXT_texture_webp";
/// The lists and values of a document that are kept. Animations and cameras are not.
const KEPT: [&str; 13] = [
    "accessors",
    "bufferViews",
    "extensions",
    "extensionsRequired",
    "extensionsUsed",
    "images",
    "materials",
    "meshes",
    "nodes",
    "samplers",
    "scene",
    "scenes",
    "skins",
];

/// The file, and the bytes of its textures in memory.
pub(super) fn rewrite(
    mut root: Value,
    content: &Content<'_>,
) -> Result<(Vec<u8>, u32), ModelRefusal> {
    let document = content.document;
    let used = used_images(&root, document);
    let mut textures = Vec::new();
    let mut texture_bytes = 0;
    for at in &used {
        let texture = surfaces::texture(&content.image(*at)?)?;
        texture_bytes += u64::from(texture.memory_bytes);
        textures.push(texture.webp);
    }
    if texture_bytes > MAX_TEXTURE_BYTES {
        let mebibytes = texture_bytes.div_ceil(1 << 20).to_string();
        return Err(ModelRefusal::named(Reason::AvatarTextureMemory, &mebibytes));
    }
    let has_textures = !used.is_empty();
    let samplers = root["samplers"].as_array().map_or(0, Vec::len);
    let texture_list = textures_of(&root, document, &used, samplers);
    clean(&mut root);
    if let Some(root) = root.as_object_mut() {
        root.retain(|name, _| KEPT.contains(&name.as_str()));
    }
    let mut output = Output::default();
    output.copy_accessors(&mut root, content)?;
    let images = textures.iter().map(|webp| {
        let view = output.add(webp, &json!({}));
        json!({ "bufferView": view, "mimeType": "image/webp" })
    });
    let images: Vec<Value> = images.collect();
    if output.binary.len() > MAX_OUTPUT_BYTES {
        return Err(Reason::Damaged.into());
    }
    root["asset"] = json!({ "version": "2.0", "generator": "Witverse" });
    root["images"] = images.into();
    root["textures"] = texture_list;
    root["bufferViews"] = output.views.into();
    root["buffers"] = json!([{ "byteLength": output.binary.len() }]);
    name_extensions(&mut root, has_textures);
    drop_empty_lists(&mut root);
    let file = writer::container(root.to_string().into_bytes(), &output.binary);
    // A sum of at most 18 MiB.
    Ok((file, u32::try_from(texture_bytes).unwrap_or(u32::MAX)))
}

/// The images of textures that a material uses, in order.
fn used_images(root: &Value, document: &Document) -> Vec<usize> {
    let mut textures = BTreeSet::new();
    collect_textures(&root["materials"], &mut textures);
    let old = root["extensions"]["VRM"]["materialProperties"].as_array();
    for properties in old.into_iter().flatten() {
        let named = properties["textureProperties"].as_object();
        textures.extend(named.into_iter().flatten().filter_map(|(_, at)| index(at)));
    }
    let images = textures
        .iter()
        .filter_map(|at| document.textures.get(*at)?.image());
    let images: BTreeSet<usize> = images.collect();
    images.into_iter().collect()
}

/// Textures are named `…Texture: { index }` in all extensions of materials.
fn collect_textures(value: &Value, found: &mut BTreeSet<usize>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect_textures(one, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if name.ends_with("Texture") {
                    found.extend(index(&field["index"]));
                }
                collect_textures(field, found);
            }
        }
        _ => {}
    }
}

/// The textures keep their numbers, because materials refer to them; those that nothing uses have no image.
fn textures_of(root: &Value, document: &Document, images: &[usize], samplers: usize) -> Value {
    let textures = document.textures.iter().enumerate().map(|(at, texture)| {
        let mut kept = json!({});
        let sampler = index(&root["textures"][at]["sampler"]);
        if let Some(sampler) = sampler.filter(|at| *at < samplers) {
            kept["sampler"] = sampler.into();
        }
        let source = images
            .iter()
            .position(|image| Some(*image) == texture.image());
        if let Some(source) = source {
            kept["extensions"] = json!({ WEBP: { "source": source } });
        }
        kept
    });
    textures.collect()
}

/// Removes what programs added, unknown extensions, and the preview picture of the file.
fn clean(value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(clean),
        Value::Object(fields) => {
            fields.retain(|name, _| name != "extras" && !name.starts_with("__"));
            if let Some(extensions) = fields.get_mut("extensions").and_then(Value::as_object_mut) {
                extensions.retain(|name, _| EXTENSIONS.contains(&name.as_str()));
            }
            if let Some(meta) = fields.get_mut("meta").and_then(Value::as_object_mut) {
                meta.retain(|name, _| name != "thumbnailImage" && name != "texture");
            }
            fields.values_mut().for_each(clean);
        }
        _ => {}
    }
}

/// The extensions that the result has.
fn name_extensions(root: &mut Value, has_textures: bool) {
    let mut used: Vec<Value> = root["extensionsUsed"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let has_springs = root["extensions"].get("VRMC_springBone").is_some();
    used.retain(|name| {
        let name = name.as_str().unwrap_or_default();
        let is_there = name != "VRMC_springBone" || has_springs;
        EXTENSIONS.contains(&name) && name != WEBP && is_there
    });
    let mut required = Vec::new();
    if has_textures {
        used.push(WEBP.into());
        required.push(Value::from(WEBP));
    }
    root["extensionsUsed"] = used.into();
    root["extensionsRequired"] = required.into();
}

/// A list of a glTF file has an entry.
fn drop_empty_lists(root: &mut Value) {
    if let Some(root) = root.as_object_mut() {
        root.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
    }
}

#[derive(Default)]
struct Output {
    binary: Vec<u8>,
    views: Vec<Value>,
}

impl Output {
    fn add(&mut self, bytes: &[u8], more: &Value) -> usize {
        let mut view: Map<String, Value> = more.as_object().cloned().unwrap_or_default();
        view.insert("buffer".into(), 0.into());
        view.insert("byteOffset".into(), self.binary.len().into());
        view.insert("byteLength".into(), bytes.len().into());
        self.binary.extend(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.views.push(view.into());
        self.views.len() - 1
    }

    /// Writes the values of accessors. Plain ones keep their views, and sparse ones stay sparse: they can be a hundred shapes
    /// of a face. Quantised coordinates become floating-point numbers. Views of images and unused ones are left out.
    fn copy_accessors(
        &mut self,
        root: &mut Value,
        content: &Content<'_>,
    ) -> Result<(), ModelRefusal> {
        let coordinates = coordinates(content.document);
        let mut copied: BTreeMap<usize, usize> = BTreeMap::new();
        let accessors = root["accessors"].as_array_mut().into_iter().flatten();
        for (at, accessor) in accessors.enumerate() {
            let known = content.document.accessors.get(at).ok_or(Reason::Damaged)?;
            let stride = known.buffer_view.and_then(|view| {
                let view = content.document.buffer_views.get(view)?;
                view.byte_stride
            });
            if known.component_type != FLOAT && coordinates.contains(&at) {
                let bytes = floats(content, at, accessor)?;
                self.replace(accessor, &bytes)?;
            } else if known.sparse.is_some() && stride.is_some() {
                // three.js reads these wrong.
                self.replace(accessor, &packed(content, at)?.bytes)?;
            } else {
                if let Some(view) = known.buffer_view {
                    accessor["bufferView"] = self.copy(view, content, &mut copied)?.into();
                }
                if let Some(sparse) = &known.sparse {
                    for (name, part) in [("indices", &sparse.indices), ("values", &sparse.values)] {
                        let copy = self.copy(part.buffer_view, content, &mut copied)?;
                        accessor["sparse"][name]["bufferView"] = copy.into();
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives an accessor all its values, one after the other.
    fn replace(&mut self, accessor: &mut Value, bytes: &[u8]) -> Result<(), ModelRefusal> {
        self.check_size(bytes.len())?;
        accessor["bufferView"] = self.add(bytes, &json!({})).into();
        if let Some(accessor) = accessor.as_object_mut() {
            for name in ["sparse", "byteOffset"] {
                accessor.remove(name);
            }
        }
        Ok(())
    }

    fn copy(
        &mut self,
        view: usize,
        content: &Content<'_>,
        copied: &mut BTreeMap<usize, usize>,
    ) -> Result<usize, ModelRefusal> {
        if let Some(copy) = copied.get(&view) {
            return Ok(*copy);
        }
        let bytes = content.view(view)?;
        self.check_size(bytes.len())?;
        let known = content.document.buffer_views.get(view);
        let stride = known.and_then(|view| view.byte_stride);
        let stride = stride.map(|stride| json!({ "byteStride": stride }));
        let copy = self.add(bytes, &stride.unwrap_or_default());
        copied.insert(view, copy);
        Ok(copy)
    }

    /// Views may overlap, so that their sum can be larger than the file.
    fn check_size(&self, more: usize) -> Result<(), ModelRefusal> {
        let fits = self.binary.len() + more <= MAX_OUTPUT_BYTES;
        fits.then_some(()).ok_or(Reason::Damaged.into())
    }
}

const FLOAT: u32 = 5126;

/// The accessors of places, directions and coordinates of textures.
fn coordinates(document: &Document) -> BTreeSet<usize> {
    let parts = document.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let named = parts.flat_map(|part| part.attributes.iter().chain(part.targets.iter().flatten()));
    let is_coordinate = |name: &str| {
        ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_"]
            .iter()
            .any(|known| name.starts_with(known))
    };
    let found = named.filter(|(name, _)| is_coordinate(name));
    found.map(|(_, at)| *at).collect()
}

/// Quantised values as floating-point numbers; the accessor gets their type and their bounds.
fn floats(content: &Content<'_>, at: usize, accessor: &mut Value) -> Result<Vec<u8>, ModelRefusal> {
    let shape = content.document.accessors.get(at);
    let (numbers, size) = match shape.map(|one| one.shape.as_str()) {
        Some("VEC2") => (vectors::<2>(content, at, 0.0)?.into_flattened(), 2),
        Some("VEC3") => (vectors::<3>(content, at, 0.0)?.into_flattened(), 3),
        Some("VEC4") => (vectors::<4>(content, at, 0.0)?.into_flattened(), 4),
        _ => return Err(Reason::Damaged.into()),
    };
    let of_axis = |axis: usize| numbers.iter().skip(axis).step_by(size).copied();
    let (least, most): (Vec<f32>, Vec<f32>) = (0..size)
        .map(|axis| {
            let least = of_axis(axis).fold(f32::MAX, f32::min);
            (least, of_axis(axis).fold(f32::MIN, f32::max))
        })
        .unzip();
    accessor["componentType"] = FLOAT.into();
    accessor["normalized"] = false.into();
    accessor["min"] = least.into();
    accessor["max"] = most.into();
    Ok(numbers.into_iter().flat_map(f32::to_le_bytes).collect())
}
