// The two programs of people: a fine one for those who are near, with light for each pixel, strands of hair and the grain of
// cloth, and one for all others. Bones and everything personal come from textures, so that one draw shows everybody.
import { ATLAS, CELL, CHIN, COLUMNS, EYE, FACE_CELLS, UNIT_M } from '@witverse/people/face-cells'
import { DYES } from '@witverse/people/styles'
import { type DataTexture, ShaderMaterial, type Texture } from 'three'
import { COMMON, FINISH, light } from '../shaders'

/** The texels of a person, by what they hold. Dyes follow `DYES`, each a colour in linear RGB. */
export const ROW = {
  place: 0,
  face: 1,
  eyes: 2,
  lamp: 3,
  dye: 4,
  iris: 4 + DYES.length,
  size: 5 + DYES.length,
}
/** Texels of a bone: the rows of a matrix. */
export const BONE_TEXELS = 3
/** Instances that belong to one person: pieces and gear. */
export const PIECES_MAX = 8
/** After the dyes: a colour of the vertex itself, and one that shines. */
export const OWN_COLOUR = DYES.length
export const OWN_LIGHT = DYES.length + 1

const float = (value: number) => (Number.isInteger(value) ? `${value}.0` : `${value}`)
const dyeIs = (name: (typeof DYES)[number]) => `abs(dye - ${float(DYES.indexOf(name))}) < 0.5`

const VERTEX = `
#include <batching_pars_vertex>
${COMMON}
attribute vec4 paint; // dye, open to the sky, tone, along the strand
attribute vec4 own; // across the strand, or the colour of gear
attribute vec4 joints, weights;
uniform highp sampler2D uBones, uPeople;
varying vec3 vBase, vRest;
varying float vFog, vDye;
flat varying vec4 vFace, vEyes;
flat varying vec3 vIris, vBrow;

vec4 about(int who, int at) { return texelFetch(uPeople, ivec2(at, who), 0); }
mat4 bone(int who, float joint) {
  int at = int(joint) * ${BONE_TEXELS};
  vec4 a = texelFetch(uBones, ivec2(at, who), 0), b = texelFetch(uBones, ivec2(at + 1, who), 0);
  vec4 c = texelFetch(uBones, ivec2(at + 2, who), 0);
  return mat4(a.x, b.x, c.x, 0, a.y, b.y, c.y, 0, a.z, b.z, c.z, 0, a.w, b.w, c.w, 1);
}
struct Body { vec3 at, normal; int who; };
Body body() {
  int who = int(getIndirectIndex(gl_DrawID)) / ${PIECES_MAX};
  mat4 m = bone(who, joints.x) * weights.x;
  if (weights.y > 0.0) m += bone(who, joints.y) * weights.y;
  if (weights.z > 0.0) m += bone(who, joints.z) * weights.z;
  if (weights.w > 0.0) m += bone(who, joints.w) * weights.w;
  vec4 place = about(who, ${ROW.place});
  float c = cos(place.w), s = sin(place.w);
  mat3 turn = mat3(c, 0, -s, 0, 1, 0, s, 0, c);
  return Body(turn * (m * vec4(position, 1.0)).xyz + place.xyz, normalize(turn * (mat3(m) * normal)), who);
}
void begin(Body one) {
  vDye = paint.x;
  vRest = position;
  int dye = int(paint.x + 0.5);
  vBase = dye < ${OWN_COLOUR} ? about(one.who, ${ROW.dye} + dye).rgb : own.rgb * own.rgb / 65025.0;
  vFace = about(one.who, ${ROW.face});
  vEyes = about(one.who, ${ROW.eyes});
  vIris = about(one.who, ${ROW.iris}).rgb;
  vBrow = about(one.who, ${ROW.dye + DYES.indexOf('hair')}).rgb * 0.6;
  vec4 view = viewMatrix * vec4(one.at, 1.0);
  vFog = fogAt(view.xyz);
  gl_Position = projectionMatrix * view;
}`

/** The face, drawn in the units of the portrait: the same curves, as distances in an atlas. */
const FACE = `
uniform sampler2D uFaces;
uniform vec3 uFog;
varying vec3 vBase, vRest;
varying float vFog, vDye;
flat varying vec4 vFace; // expression, the one before, how far, how closed the eyes are
flat varying vec4 vEyes; // to the right, up, blush, how open the mouth is
flat varying vec3 vIris, vBrow;
float pixel;
float on(float t) { return smoothstep(-pixel, pixel, (t - 0.502) * ${float(2 * ATLAS.spread)}); }
float disc(vec2 p, vec2 at, float r) { return smoothstep(r + pixel, r - pixel, length(p - at)); }
vec4 cell(float index, vec2 unit) {
  vec2 at = (unit - vec2(${float(CELL.x)}, ${float(CELL.y)})) / vec2(${float(CELL.wide)}, ${float(CELL.high)});
  vec2 from = vec2(mod(index, ${float(COLUMNS)}), floor(index / ${float(COLUMNS)}));
  vec2 size = vec2(${float(CELL.px / ATLAS.width)}, ${float(CELL.py / ATLAS.height)});
  return texture2D(uFaces, (from + clamp(at, 0.008, 0.992)) * size);
}
vec3 eyeOf(vec2 eye, float side, vec3 skin, float fair) {
  vec2 ball = eye - vec2(vEyes.x * side, -vEyes.y) * 2.0;
  vec3 white = vec3(0.93, 0.9, 0.92) * mix(0.6, 1.0, fair) * mix(0.5, 1.0, smoothstep(-11.0, -2.0, eye.y));
  float around = length((ball - vec2(0.0, 0.6)) / vec2(7.9, 10.9));
  vec3 iris = vIris * mix(0.42, 1.75, smoothstep(-7.5, 8.0, ball.y));
  vec2 low = ball - vec2(0.0, 6.0);
  iris += vec3(0.3, 0.2, 0.36) * exp(-dot(low, low) / 14.0) * 0.55;
  iris = mix(iris, vIris * 0.16, smoothstep(0.74, 1.0, around));
  iris = mix(iris, vec3(0.012, 0.008, 0.016), disc(ball, vec2(0.0, -0.4), 4.3));
  float edge = pixel / 8.5;
  vec3 seen = mix(white, iris, smoothstep(1.0 + edge, 1.0 - edge, around));
  vec2 lit = vec2(ball.x * side, ball.y); // light falls into both eyes from one side
  vec2 spark = abs(lit - vec2(2.5, -3.7));
  seen = mix(seen, vec3(1.25), smoothstep(2.6 + pixel, 2.6 - pixel, pow(spark.x, 0.9) + pow(spark.y, 0.9)));
  return mix(seen, vec3(1.0), 0.8 * disc(lit, vec2(-2.9, 4.3), 1.25));
}
vec3 faced(vec3 skin) {
  vec2 unit = vec2(120.0 + vRest.x / ${float(UNIT_M)}, ${float(CHIN.unit)} - (vRest.y - ${float(CHIN.m)}) / ${float(UNIT_M)});
  pixel = max(0.16, length(fwidth(unit)) * 0.55);
  float front = smoothstep(0.01, 0.06, vRest.z);
  if (front <= 0.0) return skin;
  float side = sign(unit.x - 120.0);
  vec4 map = mix(cell(vFace.y, unit), cell(vFace.x, unit), vFace.z);
  map.rg = mix(map.rg, cell(${float(FACE_CELLS.indexOf('blink'))}, unit).rg, vFace.w);
  map.ba = mix(map.ba, cell(${float(FACE_CELLS.indexOf('talk'))}, unit).ba, unit.y > 140.0 ? vEyes.w : 0.0);
  vec2 cheek = (unit - vec2(120.0 + side * 36.0, 139.0)) / vec2(14.0, 9.5);
  vec2 tip = (unit - vec2(120.0, 134.0)) / vec2(7.0, 5.0);
  float blush = (exp(-dot(cheek, cheek) * 1.4) * vEyes.z + 0.35 * exp(-dot(tip, tip))) * front;
  vec3 colour = mix(skin, skin * vec3(1.04, 0.56, 0.52) + vec3(0.02, 0.0, 0.005), blush * 0.62);
  vec2 eye = vec2((unit.x - 120.0) * side - ${float(EYE.x)}, unit.y - ${float(EYE.y)});
  vec2 socket = eye - vec2(1.0, -3.0);
  colour *= 1.0 - 0.1 * exp(-dot(socket, socket) / 190.0) * front;
  float fair = smoothstep(0.02, 0.5, dot(skin, vec3(0.3, 0.5, 0.2)));
  colour = mix(colour, eyeOf(eye, side, skin, fair), on(map.r) * front);
  colour = mix(colour, min(vec3(0.035, 0.022, 0.034), skin * 0.3), on(map.g) * front);
  vec3 lip = mix(vec3(0.3, 0.06, 0.065), mix(skin * vec3(0.5, 0.16, 0.18), vec3(0.2, 0.02, 0.035), 0.35), fair);
  vec3 ink = unit.y < 112.0 ? min(vBrow, skin * 0.55) : lip;
  colour = mix(colour, ink, on(map.b) * front * 0.93);
  vec3 inner = unit.y < 153.0 ? vec3(0.92, 0.9, 0.88) : vec3(0.72, 0.22, 0.24);
  return unit.y > 140.0 ? mix(colour, inner, on(map.a) * front) : colour;
}`

const NEAR_VERTEX = `
${VERTEX}
varying vec3 vNormal, vWorld, vSky;
varying vec4 vPaint;
void main() {
  Body one = body();
  begin(one);
  vNormal = one.normal;
  vWorld = one.at;
  vPaint = vec4(own.x / 4.0, paint.y / 255.0, paint.z / 255.0, paint.w / 255.0);
  vSky = about(one.who, ${ROW.lamp}).rgb * uLamps;
}`

const NEAR_FRAGMENT = `
uniform vec3 uUp, uDown, uKey, uKeyTo;
uniform float uLamps;
varying vec3 vNormal, vWorld, vSky;
varying vec4 vPaint;
${FACE}
float hash(float n) { return fract(sin(mod(n, 32.0) * 91.7) * 4375.5453); }
float bands(float u) { float i = floor(u), t = fract(u); t = t * t * (3.0 - 2.0 * t); return mix(hash(i), hash(i + 1.0), t); }
float hash3(vec3 p) { return fract(sin(dot(p, vec3(12.98, 78.23, 37.72))) * 4375.5453); }
float cloud(vec3 p) {
  vec3 i = floor(p), t = fract(p); t = t * t * (3.0 - 2.0 * t);
  vec4 a = vec4(hash3(i), hash3(i + vec3(1, 0, 0)), hash3(i + vec3(0, 1, 0)), hash3(i + vec3(1, 1, 0)));
  vec4 b = vec4(hash3(i + vec3(0, 0, 1)), hash3(i + vec3(1, 0, 1)), hash3(i + vec3(0, 1, 1)), hash3(i + vec3(1, 1, 1)));
  vec4 c = mix(a, b, t.z); vec2 d = mix(c.xz, c.yw, t.x); return mix(d.x, d.y, t.y);
}
void main() {
  vec3 n = normalize(vNormal), eye = normalize(cameraPosition - vWorld);
  float dye = floor(vDye + 0.5), open = vPaint.y, tone = vPaint.z;
  bool isFace = ${dyeIs('face')}, isSkin = isFace || ${dyeIs('skin')}, isHair = ${dyeIs('hair')};
  vec3 base = vBase * tone * (0.955 + 0.09 * cloud(vRest * 17.0));
  float gloss = 0.0;
  if (isHair) {
    float streak = bands(vPaint.x * 2.0) * 0.6 + bands(vPaint.x * 5.0 + 7.0) * 0.4;
    base *= mix(0.78, 1.2, streak);
    float lean = dot(n, normalize(eye + vec3(0.0, 0.75, 0.0)));
    float ring = smoothstep(0.86, 0.93, lean + (streak - 0.5) * 0.07) * smoothstep(1.0, 0.955, lean - (streak - 0.5) * 0.05);
    gloss = ring * 0.5 * smoothstep(0.92, 1.0, tone); // curls and stubble are matt
  } else if (!isSkin) {
    // The grain of cloth, only where it is wider than a pixel.
    vec3 weave = vRest * vec3(230.0, 150.0, 230.0);
    float near = smoothstep(0.9, 0.25, length(fwidth(weave)) * 0.6);
    if (near > 0.0) base *= 1.0 + near * 0.13 * (cloud(weave) - 0.5);
  }
  if (isFace) base = faced(base);
  float lit = dot(n, uKeyTo), wrap = isSkin ? 0.35 : 0.22;
  float key = smoothstep(-wrap, 1.0, lit) * mix(0.45, 1.0, open);
  // Shade turns to violet, and to red in folds of skin.
  vec3 sky = mix(uDown, uUp, n.y * 0.5 + 0.5) * mix(vec3(1.0), vec3(0.86, 0.8, 1.0), (1.0 - open) * 0.5);
  if (isSkin) sky = mix(sky, dot(sky, vec3(0.333)) * vec3(1.1, 0.97, 0.9), 0.6) * mix(vec3(1.14, 0.86, 0.8), vec3(1.0), open);
  sky += vSky * (0.75 + 0.25 * n.y);
  vec3 colour = base * (sky * mix(0.3, 1.0, open) + uKey * key);
  if (isSkin) colour += base * vec3(0.14, 0.035, 0.02) * uKey * smoothstep(0.45, 0.0, abs(lit + 0.02)) * open;
  if (isHair) colour += (vBase * 1.6 + 0.06) * gloss * (uKey * (0.35 + 0.65 * key) + sky * 0.25) * open;
  if (dye > ${float(OWN_LIGHT - 0.5)}) colour = vBase * (0.55 + 1.3 * uLamps);
  float rim = pow(1.0 - max(dot(n, eye), 0.0), 3.0) * open;
  colour += rim * mix(uUp, vec3(0.62, 0.5, 0.95) * dot(uUp, vec3(0.4)), 0.6) * (0.12 + 0.5 * base);
${FINISH}
}`

/** Light by vertex is enough far away. */
const FAR_VERTEX = `
${VERTEX}
varying vec3 vLight;
void main() {
  Body one = body();
  begin(one);
  if (abs(paint.x - ${float(DYES.indexOf('face'))}) > 0.5) vRest.z = -1.0;
  float open = paint.y / 255.0;
  vec3 sky = mix(uDown, uUp, one.normal.y * 0.5 + 0.5) + about(one.who, ${ROW.lamp}).rgb * uLamps;
  vLight = sky * mix(0.3, 1.0, open) + uKey * smoothstep(-0.25, 1.0, dot(one.normal, uKeyTo)) * mix(0.45, 1.0, open);
  vLight *= paint.z / 255.0;
  if (paint.x > ${float(OWN_LIGHT - 0.5)}) vLight = vec3(0.55 + 1.3 * uLamps);
}`

const FAR_FRAGMENT = `
varying vec3 vLight;
${FACE}
void main() {
  vec3 colour = (vRest.z > 0.0 ? faced(vBase) : vBase) * vLight;
${FINISH}
}`

export interface PeopleTextures {
  bones: DataTexture
  people: DataTexture
  faces: Texture
}

/** Fine for those who are near. Both read the same textures. */
export function peopleMaterials({ bones, people, faces }: PeopleTextures) {
  const uniforms = {
    ...light,
    uBones: { value: bones },
    uPeople: { value: people },
    uFaces: { value: faces },
  }
  const material = (vertexShader: string, fragmentShader: string) =>
    new ShaderMaterial({ uniforms, vertexShader, fragmentShader })
  return { near: material(NEAR_VERTEX, NEAR_FRAGMENT), far: material(FAR_VERTEX, FAR_FRAGMENT), uniforms }
}
