// Every shader of the room. They are lit per vertex, from baked lamps and the light of the hour, so that the hour changes
// without a new bake and a budget phone has little to do per pixel.
import { Color, ShaderMaterial, Vector3, Vector4 } from 'three'
import type { Daylight } from '../room/daylight'

/** One object for all materials: the hour is set once a frame. */
export const light = {
  uUp: { value: new Color() },
  uDown: { value: new Color() },
  uKey: { value: new Color() },
  uKeyTo: { value: new Vector3(0.45, 0.78, 0.44).normalize() },
  uLamps: { value: 1 },
  uFog: { value: new Color() },
  uFogRange: { value: new Vector3(16, 62, 0) },
  uZenith: { value: new Color() },
  uStars: { value: 1 },
  uTime: { value: 0 },
}

export function setLight(hour: Daylight) {
  light.uUp.value.setRGB(...hour.up)
  light.uDown.value.setRGB(...hour.down)
  light.uKey.value.setRGB(...hour.key)
  light.uFog.value.setRGB(...hour.horizon)
  light.uZenith.value.setRGB(...hour.zenith)
  light.uLamps.value = hour.lamps
  light.uStars.value = hour.stars
  light.uFogRange.value.set(...hour.fog, 0)
}

export const COMMON = `
uniform vec3 uUp, uDown, uKey, uKeyTo, uFog, uFogRange;
uniform float uLamps, uTime;
vec3 daylight(vec3 n, float open, float shade) {
  return mix(uDown, uUp, n.y * 0.5 + 0.5) * open + uKey * max(dot(n, uKeyTo), 0.0) * shade;
}
float fogAt(vec3 view) { return smoothstep(uFogRange.x, uFogRange.y, length(view)); }
`
/** Bright lamps roll off softly instead of turning white. */
export const FINISH = `
  colour = vec3(1.0) - exp(-colour * 1.5);
  gl_FragColor = vec4(mix(colour, vec3(1.0) - exp(-uFog * 1.5), vFog), 1.0);
  #include <colorspace_fragment>
`

const solidVertex = `
${COMMON}
attribute vec3 albedo;
attribute vec4 bake;
attribute vec2 extra;
varying vec3 vColour;
varying vec3 vAt;
varying float vFog;
void main() {
  vec3 base = albedo * albedo;
  vec3 lit = daylight(normal, bake.a, extra.y) + bake.rgb * bake.rgb * 4.0 * uLamps;
  vColour = mix(base * lit, base * (0.55 + 1.3 * uLamps), extra.x);
  vAt = position;
  vec4 view = viewMatrix * vec4(position, 1.0);
  vFog = fogAt(view.xyz);
  gl_Position = projectionMatrix * view;
}`

const GROUND_PATTERN: Record<string, string> = {
  grass: `float g = noise(vAt.xz * 0.7) * 0.6 + noise(vAt.xz * 3.1) * 0.4; colour *= 0.72 + 0.56 * g;`,
  stone: `
    vec2 cell = vAt.xz * 0.8; cell.x += 0.5 * mod(floor(cell.y), 2.0);
    vec2 f = abs(fract(cell) - 0.5); float joint = smoothstep(0.5, 0.455, max(f.x, f.y));
    colour *= (0.82 + 0.3 * hash(floor(cell))) * mix(0.62, 1.0, joint);`,
  wood: `
    float plank = floor(vAt.x * 3.2); float joint = smoothstep(0.0, 0.05, fract(vAt.x * 3.2));
    float along = vAt.z * 0.45 + hash(vec2(plank, 3.0)); joint *= smoothstep(0.0, 0.02, fract(along));
    colour *= (0.78 + 0.34 * hash(vec2(plank, floor(along)))) * mix(0.5, 1.0, joint)
      * (0.93 + 0.14 * noise(vec2(vAt.x * 14.0, vAt.z * 1.4)));`,
  concrete: `
    vec2 f = abs(fract(vAt.xz * 0.4) - 0.5); float joint = smoothstep(0.5, 0.488, max(f.x, f.y));
    colour *= (0.86 + 0.2 * noise(vAt.xz * 1.3) + 0.06 * noise(vAt.xz * 9.0)) * mix(0.7, 1.0, joint);`,
  sand: `
    float wave = sin(vAt.z * 5.2 + noise(vAt.xz * 0.8) * 7.0);
    colour *= 0.88 + 0.05 * wave + 0.14 * noise(vAt.xz * 2.1) + 0.06 * noise(vAt.xz * 24.0);`,
  snow: `
    float drift = noise(vAt.xz * 0.5) * 0.7 + noise(vAt.xz * 2.3) * 0.3;
    colour *= 0.9 + 0.14 * drift; colour += 0.1 * step(0.985, hash(floor(vAt.xz * 22.0)));`,
  tile: `
    vec2 f = abs(fract(vAt.xz) - 0.5); float joint = smoothstep(0.5, 0.475, max(f.x, f.y));
    float check = mod(floor(vAt.x) + floor(vAt.z), 2.0);
    colour *= (0.84 + 0.22 * check + 0.05 * hash(floor(vAt.xz))) * mix(0.66, 1.0, joint);`,
}

const solidFragment = (pattern: string) => `
uniform vec3 uFog;
varying vec3 vColour;
varying vec3 vAt;
varying float vFog;
float hash(vec2 p) { return fract(sin(dot(p, vec2(41.3, 289.1))) * 4375.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p); f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
void main() {
  vec3 colour = vColour;
  ${pattern}
  ${FINISH}
}`

export const solidMaterial = () =>
  new ShaderMaterial({ uniforms: light, vertexShader: solidVertex, fragmentShader: solidFragment('') })

export const groundMaterial = (kind: string) =>
  new ShaderMaterial({
    uniforms: light,
    vertexShader: solidVertex,
    fragmentShader: solidFragment(GROUND_PATTERN[kind] ?? ''),
  })

export const skyMaterial = () =>
  new ShaderMaterial({
    uniforms: light,
    depthWrite: false,
    side: 1,
    vertexShader: `
varying vec3 vTo;
void main() {
  vTo = position;
  gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
}`,
    fragmentShader: `
uniform vec3 uZenith, uFog, uKeyTo, uKey;
uniform float uStars;
varying vec3 vTo;
void main() {
  vec3 to = normalize(vTo);
  vec3 colour = mix(uFog, uZenith, pow(clamp(abs(to.y) * 1.25, 0.0, 1.0), 0.62));
  float disc = dot(to, normalize(uKeyTo * vec3(-1.0, 0.62, -1.0)));
  colour += uKey * (smoothstep(0.9975, 0.9982, disc) * 3.0 + pow(max(disc, 0.0), 90.0) * 0.5) ;
  colour = vec3(1.0) - exp(-colour * 1.5);
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`,
  })

export const starsMaterial = () =>
  new ShaderMaterial({
    uniforms: light,
    transparent: true,
    depthWrite: false,
    blending: 2,
    vertexShader: `
attribute float size;
uniform float uTime;
varying float vBright;
void main() {
  vBright = 0.6 + 0.4 * sin(uTime * (0.6 + size) + size * 60.0);
  vec4 clip = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = clip.xyww;
  gl_PointSize = size;
}`,
    fragmentShader: `
uniform float uStars;
varying float vBright;
void main() {
  float disc = smoothstep(0.5, 0.1, length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(vec3(0.9, 0.92, 1.0), disc * vBright * uStars);
}`,
  })

export interface MoteStyle {
  colour: string
  /** Metres per second, downwards. */
  speed: number
  sway: number
  /** Pixels at a distance of a metre. */
  size: number
  /** How much longer than wide. */
  stretch: number
  alpha: number
}

/** Points in the air around the camera. */
export const motesMaterial = ({ colour, speed, sway, size, stretch, alpha }: MoteStyle) =>
  new ShaderMaterial({
    uniforms: {
      ...light,
      uTint: { value: new Color(colour) },
      uStyle: { value: new Vector4(speed, sway, size, stretch) },
      uAlpha: { value: alpha },
    },
    transparent: true,
    depthWrite: false,
    vertexShader: `
uniform float uTime;
uniform vec4 uStyle;
varying float vBright;
const vec3 BOX = vec3(24.0, 13.0, 24.0);
void main() {
  float own = position.x * 60.0 + position.z * 37.0;
  vec3 p = position * BOX;
  p.y -= uTime * uStyle.x * (0.8 + 0.4 * position.z);
  p.xz += uStyle.y * vec2(sin(uTime * 0.7 + own), cos(uTime * 0.6 + own * 1.3));
  p = mod(p - cameraPosition, BOX) - BOX * 0.5 + cameraPosition;
  vec4 view = viewMatrix * vec4(p, 1.0);
  float far = length(view.xyz);
  vBright = smoothstep(12.0, 7.0, far) * smoothstep(0.6, 1.6, far) * (0.65 + 0.35 * sin(uTime * 1.7 + own));
  gl_PointSize = clamp(uStyle.z / far, 1.5, 40.0);
  gl_Position = projectionMatrix * view;
}`,
    fragmentShader: `
uniform vec3 uTint;
uniform vec4 uStyle;
uniform float uAlpha;
varying float vBright;
void main() {
  vec2 at = (gl_PointCoord - 0.5) * vec2(uStyle.w, 1.0);
  gl_FragColor = vec4(uTint, smoothstep(0.5, 0.12, length(at)) * vBright * uAlpha);
  #include <colorspace_fragment>
}`,
  })

/** Glows of lamps: additive billboards. `iAt.w` is the size. */
export const glowMaterial = () =>
  new ShaderMaterial({
    uniforms: light,
    transparent: true,
    depthWrite: false,
    blending: 2,
    vertexShader: `
attribute vec4 iAt;
attribute vec3 iColour;
uniform float uLamps, uTime;
uniform vec3 uFogRange;
varying vec2 vUv;
varying vec3 vColour;
void main() {
  vUv = position.xy * 2.0;
  float flicker = 0.94 + 0.06 * sin(uTime * 2.3 + iAt.x * 7.0 + iAt.z * 3.0);
  vec4 view = viewMatrix * vec4(iAt.xyz, 1.0);
  vColour = iColour * uLamps * flicker * (1.0 - 0.8 * smoothstep(uFogRange.x, uFogRange.y, length(view.xyz)));
  view.xy += position.xy * iAt.w;
  view.z += 0.25;
  gl_Position = projectionMatrix * view;
}`,
    fragmentShader: `
varying vec2 vUv;
varying vec3 vColour;
void main() {
  float r = length(vUv);
  float glow = pow(max(0.0, 1.0 - r), 2.4) * 0.5 + smoothstep(0.22, 0.0, r) * 0.35;
  gl_FragColor = vec4(vColour * glow, 1.0);
}`,
  })

/** Round shadows of people on the floor. */
export const shadowMaterial = () =>
  new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
    vertexShader: `
attribute vec4 iAt;
varying vec2 vUv;
varying float vDark;
void main() {
  vUv = position.xy * 2.0;
  vDark = iAt.w;
  gl_Position = projectionMatrix * viewMatrix * vec4(iAt.x + position.x * 0.95, iAt.y + 0.015, iAt.z - position.y * 0.95, 1.0);
}`,
    fragmentShader: `
varying vec2 vUv;
varying float vDark;
void main() { gl_FragColor = vec4(0.02, 0.015, 0.05, smoothstep(1.0, 0.1, length(vUv)) * vDark); }`,
  })

/** Names from one atlas. `iAt.w` is the row of the atlas. */
export const namesMaterial = (uniforms: Record<string, { value: unknown }>) =>
  new ShaderMaterial({
    uniforms,
    transparent: true,
    depthWrite: false,
    vertexShader: `
attribute vec4 iAt;
uniform float uRows, uColumns, uAspect;
varying vec2 vUv;
void main() {
  float column = mod(iAt.w, uColumns), row = floor(iAt.w / uColumns);
  vUv = (vec2(column, uRows - 1.0 - row) + position.xy + 0.5) / vec2(uColumns, uRows);
  vec4 view = viewMatrix * vec4(iAt.xyz, 1.0);
  float size = clamp(-view.z * 0.05, 0.17, 0.62);
  view.xy += position.xy * vec2(size * uAspect, size);
  gl_Position = projectionMatrix * view;
}`,
    fragmentShader: `
uniform sampler2D uAtlas;
varying vec2 vUv;
void main() {
  gl_FragColor = texture2D(uAtlas, vUv);
  if (gl_FragColor.a < 0.02) discard;
}`,
  })
