// The page that draws people into the tiles of a sheet, with a plain version of the product's shader.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  LinearFilter,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { decodePieces, type Piece } from '../../src/codec'
import { ATLAS, CELL, CHIN, COLUMNS, EYE, FACE_CELLS, UNIT_M } from '../../src/face-cells'
import { BONE_COUNT, matricesOf, poseOf } from '../../src/skeleton'
import { DYES } from '../../src/styles'
import type { Sheet, Shown } from './sheets'

const f = (v: number) => (Number.isInteger(v) ? `${v}.0` : `${v}`)

const VERTEX = `
attribute float dye;
attribute vec2 shade, strand;
attribute vec4 joints, weights;
uniform mat4 uBones[${BONE_COUNT}];
uniform vec3 uDyes[${DYES.length}];
varying vec3 vBase, vNormal, vRest, vWorld;
varying vec2 vStrand;
varying vec3 vMade;
void main() {
  mat4 m = uBones[int(joints.x)] * weights.x + uBones[int(joints.y)] * weights.y
    + uBones[int(joints.z)] * weights.z + uBones[int(joints.w)] * weights.w;
  vec4 at = m * vec4(position, 1.0);
  vNormal = mat3(m) * normal;
  vRest = position;
  vWorld = at.xyz;
  vStrand = strand;
  vMade = vec3(shade, dye);
  vBase = uDyes[int(dye + 0.5)];
  gl_Position = projectionMatrix * viewMatrix * at;
}`

const FRAGMENT = `
uniform sampler2D uFaces;
uniform float uFace;
uniform vec3 uIris, uBrow;
varying vec3 vBase, vNormal, vRest, vWorld;
varying vec2 vStrand;
varying vec3 vMade;
float pixel;
float on(float t) { return smoothstep(-pixel, pixel, (t - 0.502) * ${f(2 * ATLAS.spread)}); }
vec3 faced(vec3 skin) {
  vec2 unit = vec2(120.0 + vRest.x / ${f(UNIT_M)}, ${f(CHIN.unit)} - (vRest.y - ${f(CHIN.m)}) / ${f(UNIT_M)});
  float front = smoothstep(0.01, 0.06, vRest.z);
  pixel = max(0.16, length(fwidth(unit)) * 0.55);
  vec2 at = clamp((unit - vec2(${f(CELL.x)}, ${f(CELL.y)})) / vec2(${f(CELL.wide)}, ${f(CELL.high)}), 0.008, 0.992);
  vec2 from = vec2(mod(uFace, ${f(COLUMNS)}), floor(uFace / ${f(COLUMNS)}));
  vec4 map = texture2D(uFaces, (from + at) * vec2(${f(CELL.px / ATLAS.width)}, ${f(CELL.py / ATLAS.height)}));
  vec2 eye = vec2(abs(unit.x - 120.0) - ${f(EYE.x)}, unit.y - ${f(EYE.y)});
  float around = length((eye - vec2(0.0, 0.6)) / vec2(7.9, 10.9));
  vec3 seen = mix(uIris * mix(0.4, 1.6, smoothstep(-7.5, 8.0, eye.y)), vec3(0.93, 0.9, 0.92), smoothstep(0.95, 1.05, around));
  seen = mix(seen, vec3(0.01), 1.0 - smoothstep(4.0, 4.6, length(eye + vec2(0.0, 0.4))));
  vec3 colour = mix(skin, seen, on(map.r) * front);
  colour = mix(colour, min(vec3(0.035, 0.022, 0.034), skin * 0.3), on(map.g) * front);
  colour = mix(colour, unit.y < 112.0 ? uBrow : vec3(0.3, 0.06, 0.065), on(map.b) * front);
  if (unit.y > 140.0) colour = mix(colour, unit.y < 153.0 ? vec3(0.92) : vec3(0.72, 0.22, 0.24), on(map.a) * front);
  return colour;
}
float hash(float n) { return fract(sin(mod(n, 32.0) * 91.7) * 4375.5453); }
float bands(float u) { float i = floor(u), t = fract(u); t = t * t * (3.0 - 2.0 * t); return mix(hash(i), hash(i + 1.0), t); }
void main() {
  vec3 n = normalize(vNormal);
  float dye = floor(vMade.z + 0.5);
  bool isSkin = dye < 0.5 || dye > 7.5;
  vec3 base = vBase * vMade.y;
  if (dye > 0.5 && dye < 1.5) base *= mix(0.78, 1.2, bands(vStrand.x * 2.0) * 0.6 + bands(vStrand.x * 5.0 + 7.0) * 0.4);
  if (dye > 7.5) base = faced(base);
  float key = smoothstep(isSkin ? -0.35 : -0.22, 1.0, dot(n, normalize(vec3(0.5, 0.72, 0.52))));
  vec3 sky = mix(vec3(0.42, 0.32, 0.36), vec3(0.58, 0.58, 0.8), n.y * 0.5 + 0.5);
  vec3 colour = base * (sky * mix(0.3, 1.0, vMade.x) + vec3(1.2, 1.03, 0.82) * key * mix(0.45, 1.0, vMade.x));
  float rim = pow(1.0 - max(dot(n, normalize(cameraPosition - vWorld)), 0.0), 3.0);
  colour += rim * vMade.x * vec3(0.62, 0.5, 0.95) * (0.1 + 0.4 * base);
  gl_FragColor = vec4(vec3(1.0) - exp(-colour * 1.5), 1.0);
  #include <colorspace_fragment>
}`

const canvas = document.createElement('canvas')
document.body.append(canvas)
const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true })
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

const library = new Map<string, BufferGeometry>()
let faces = new DataTexture()

/** Takes the files of one level. */
export function load(level: number, files: string[], atlas: string): void {
  for (const file of files)
    for (const [name, piece] of decodePieces(bytesOf(file)))
      library.set(`${name}@${level}`, geometryOf(piece))
  faces = new DataTexture(bytesOf(atlas), ATLAS.width, ATLAS.height)
  faces.magFilter = LinearFilter
  faces.minFilter = LinearFilter
  faces.needsUpdate = true
}

function geometryOf(piece: Piece): BufferGeometry {
  const geometry = new BufferGeometry()
  const put = (name: string, array: Float32Array | Uint8Array, size: number, isNormal = false) =>
    geometry.setAttribute(name, new BufferAttribute(array, size, isNormal))
  put('position', piece.position, 3)
  put('normal', piece.normal, 3)
  put('dye', Float32Array.from(piece.dye), 1)
  put('shade', piece.shade, 2)
  put('strand', piece.strand, 2)
  put('joints', Float32Array.from(piece.joints), 4)
  put('weights', piece.weights, 4, true)
  geometry.setIndex(new BufferAttribute(piece.index, 1))
  return geometry
}

const linear = (css: string) => {
  const { r, g, b } = new Color(css)
  return new Vector3(r, g, b)
}

function materialOf({ body, dyes, face, turns, lift = 0 }: Shown): ShaderMaterial {
  const rows = matricesOf(body, poseOf(turns, [0, lift, 0]))
  const bones = Array.from({ length: BONE_COUNT }, (_, i) => {
    const m = rows.subarray(12 * i, 12 * i + 12)
    return new Matrix4().fromArray([...m, 0, 0, 0, 1]).transpose()
  })
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      uBones: { value: bones },
      uDyes: { value: DYES.map((dye) => linear(dyes[dye])) },
      uFaces: { value: faces },
      uFace: { value: FACE_CELLS.indexOf(face) },
      uIris: { value: linear(dyes.iris) },
      uBrow: { value: linear(dyes.hair).multiplyScalar(0.7) },
    },
  })
}

/** Draws a sheet and returns it as the address of a PNG. */
export function draw({ columns, tile: [w, h], tiles }: Sheet): string {
  const rows = Math.ceil(tiles.length / columns)
  renderer.setSize(columns * w, rows * h, false)
  renderer.setScissorTest(true)
  tiles.forEach(({ shown, camera }, i) => {
    const scene = new Scene()
    scene.background = new Color('#e6e2f4')
    const material = materialOf(shown)
    for (const name of shown.pieces) {
      const mesh = new Mesh(library.get(`${name}@${shown.level ?? 0}`), material)
      mesh.frustumCulled = false
      scene.add(mesh)
    }
    const lens = new PerspectiveCamera(22, w / h, 0.05, 60)
    const { at = [0, 0.83, 0], far, around = 0, up = 0.1 } = camera
    lens.position.set(
      at[0] + far * Math.cos(up) * Math.sin(around),
      at[1] + far * Math.sin(up),
      at[2] + far * Math.cos(up) * Math.cos(around),
    )
    lens.lookAt(...at)
    const corner = new Vector2((i % columns) * w, (rows - 1 - Math.floor(i / columns)) * h)
    renderer.setViewport(corner.x, corner.y, w, h)
    renderer.setScissor(corner.x, corner.y, w, h)
    renderer.render(scene, lens)
    material.dispose()
  })
  return canvas.toDataURL('image/png')
}
