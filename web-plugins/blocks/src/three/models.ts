// The uploaded models of a scene. Loaded only for scenes that have some. Copies of a model are drawn together; each model
// has the level of detail that `model-levels` gives it. What cannot be loaded is a box of its size: one broken file never
// costs more than its own picture.
import {
  Box3,
  BufferAttribute,
  type BufferGeometry,
  ClampToEdgeWrapping,
  Color,
  DataTexture,
  DoubleSide,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MirroredRepeatWrapping,
  RepeatWrapping,
  ShaderMaterial,
  SRGBColorSpace,
  Texture,
} from 'three'
import type { Lamp } from '../room/kinds'
import { type ModelAlpha, type ModelGroup, type ModelWrapping, readModel } from '../room/model-file'
import { allocate, LEVELS, limitsOf } from '../room/model-levels'
import type { SceneModel, SceneObject } from '../room/scene'
import { lampLight, objectGeometry } from './scenery'
import { COMMON, FINISH, light, solidMaterial } from './shaders'

const CHOOSE_MS = 500
/** How far the camera moves until transparent copies are sorted again. */
const SORT_M = 0.25
/** After the shadows, before lights and names. */
const GLASS_ORDER = 1
const WRAPPINGS: Record<ModelWrapping, Texture['wrapS']> = {
  ...{ repeat: RepeatWrapping, clamp: ClampToEdgeWrapping, mirror: MirroredRepeatWrapping },
}
/** As many as a scene has objects. The number of instances that a geometry can draw is fixed with its first picture. */
const COPIES_MAX = 400

type ModelObject = SceneObject & { model: SceneModel }

interface Part {
  geometry: InstancedBufferGeometry
  mesh: Mesh
  triangles: number
  isGlass: boolean
}

type Point = { x: number; y: number; z: number }

type Level = Part[] | 'loading' | 'failed' | undefined

/** All copies of one file. */
interface Entry {
  copies: ModelObject[]
  levels: Level[]
  shown: number | null
  /** By their numbers. All levels share them. */
  maps: MapUniform[]
}

/** The value is replaced when the texture has arrived. */
interface MapUniform {
  value: Texture
}

const isModel = (object: SceneObject): object is ModelObject => object.model !== undefined

export class Models {
  readonly group = new Group()
  private shown = new Set<string>()
  private readonly entries = new Map<string, Entry>()
  private readonly plain = new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1)
  private readonly stop = new AbortController()
  private boxes: Mesh[] = []
  private boxed = ''
  private lamps: Lamp[] = []
  private chosenAt = Number.NEGATIVE_INFINITY
  /** Where the camera was; null before the first time, and after a change. */
  private sortedFrom: Point | null = null
  private readonly changed: () => void

  /** `changed`: something else is drawn from now on. */
  constructor(changed: () => void = () => undefined) {
    this.changed = changed
    this.plain.needsUpdate = true
  }

  /** Shows the models of a scene. */
  set(objects: readonly SceneObject[], lamps: Lamp[]) {
    this.lamps = lamps
    const byUrl = new Map<string, ModelObject[]>()
    for (const object of objects.filter(isModel)) {
      const url = object.model.url ?? `gone ${object.model.fileId}`
      byUrl.set(url, [...(byUrl.get(url) ?? []), object])
    }
    for (const [url, entry] of this.entries) {
      if (byUrl.has(url)) continue
      this.discard(entry)
      this.entries.delete(url)
    }
    for (const [url, copies] of byUrl) {
      const entry = this.entries.get(url) ?? { copies, levels: [], shown: null, maps: [] }
      entry.copies = copies
      if (!copies[0]?.model.url) entry.levels = Array.from({ length: LEVELS }, () => 'failed' as const)
      for (const level of entry.levels) {
        if (Array.isArray(level)) for (const { geometry } of level) this.placeCopies(geometry, copies)
      }
      this.entries.set(url, entry)
    }
    this.boxed = ''
    this.chosenAt = Number.NEGATIVE_INFINITY
    this.sortedFrom = null
  }

  /** Chooses levels, now and then. `step` is that of the quality governor. */
  update(camera: Point, step: number, now: number) {
    this.sort(camera)
    if (now - this.chosenAt < CHOOSE_MS || this.stop.signal.aborted) return
    this.chosenAt = now
    const entries = [...this.entries]
    const wishes = entries.map(([, { copies, levels }]) => ({
      distance: nearest(copies, camera),
      copies: copies.length,
      draws: copies[0]?.model.draws ?? 1,
      least: copies[0]?.model.triangles ?? 1,
      triangles: levels.map((level) =>
        Array.isArray(level) ? level.reduce((sum, { triangles }) => sum + triangles, 0) : null,
      ),
    }))
    const chosen = allocate(wishes, limitsOf(step))
    entries.forEach(([url, entry], at) => {
      const wanted = chosen[at] ?? null
      if (wanted !== null) {
        // The coarsest level comes first: something is there soon.
        this.load(url, entry, LEVELS - 1)
        if (Array.isArray(entry.levels[LEVELS - 1])) this.load(url, entry, wanted)
      }
      this.show(entry, wanted === null ? null : ready(entry, wanted))
    })
    this.updateBoxes(entries.map(([, entry]) => entry))
  }

  /** Whether an object is drawn, as a model or as a box. What is still loading is not. */
  has = (id: string): boolean => this.shown.has(id)

  /** The space that the loaded models take at scale 1, as if each stood at the origin; null until one is there. */
  bounds(): Box3 | null | 'failed' {
    const entries = [...this.entries.values()]
    const loaded = entries.flatMap(({ levels }) => levels.find(Array.isArray) ?? [])
    if (loaded.length === 0) {
      const isFailed = entries.every(({ levels }) => levels[LEVELS - 1] === 'failed')
      return isFailed ? 'failed' : null
    }
    const box = new Box3()
    for (const { geometry } of loaded) {
      const position = geometry.getAttribute('position')
      if (position instanceof BufferAttribute) box.union(new Box3().setFromBufferAttribute(position))
    }
    return box
  }

  triangles = (): number =>
    [...this.entries.values()].reduce(
      (sum, entry) =>
        sum +
        parts(entry, entry.shown).reduce((all, { triangles }) => all + triangles * entry.copies.length, 0),
      0,
    )

  dispose() {
    this.stop.abort()
    for (const entry of this.entries.values()) this.discard(entry)
    this.plain.dispose()
  }

  private load(url: string, entry: Entry, level: number) {
    if (entry.levels[level] !== undefined) return
    entry.levels[level] = 'loading'
    const done = (loaded: Level) => {
      if (this.stop.signal.aborted || this.entries.get(url) !== entry) return
      entry.levels[level] = loaded
      this.chosenAt = Number.NEGATIVE_INFINITY
      this.sortedFrom = null
      this.changed()
    }
    fetch(`${url}/level${level}.glb`, { signal: this.stop.signal })
      .then((response) => {
        if (!response.ok) throw new Error(`${response.status}`)
        return response.arrayBuffer()
      })
      .then((file) => done(readModel(file).map((group) => this.partOf(url, entry, group))))
      .catch(() => done('failed'))
  }

  private partOf(url: string, entry: Entry, group: ModelGroup): Part {
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(group.position, 3))
    const normals = new InterleavedBuffer(group.normal, 4)
    geometry.setAttribute('normal', new InterleavedBufferAttribute(normals, 3, 0, true))
    geometry.setAttribute('paint', new BufferAttribute(group.colour, 4, true))
    // Without a texture, one white pixel is read.
    const uv = group.uv ?? new Float32Array((group.position.length / 3) * 2)
    geometry.setAttribute('uv', new BufferAttribute(uv, 2))
    geometry.setIndex(new BufferAttribute(group.index, 1))
    this.placeCopies(geometry, entry.copies)
    const map =
      group.texture === null ? { value: this.plain } : this.mapOf(url, entry, group.texture, group.wrapping)
    const mesh = new Mesh(geometry, modelMaterial(map, group.alpha))
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    return { geometry, mesh, triangles: group.index.length / 3, isGlass: group.alpha.mode === 'blend' }
  }

  /** Until a texture has arrived, its surface is white. */
  private mapOf(url: string, entry: Entry, number: number, wrapping: ModelGroup['wrapping']): MapUniform {
    const known = entry.maps[number]
    if (known) return known
    const map: MapUniform = { value: this.plain }
    entry.maps[number] = map
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => {
      if (this.stop.signal.aborted || this.entries.get(url) !== entry) return
      const texture = new Texture(image)
      texture.colorSpace = SRGBColorSpace
      texture.wrapS = WRAPPINGS[wrapping[0]]
      texture.wrapT = WRAPPINGS[wrapping[1]]
      texture.flipY = false
      texture.needsUpdate = true
      map.value = texture
      this.changed()
    }
    image.src = `${url}/texture${number}.webp`
    return map
  }

  private placeCopies(geometry: InstancedBufferGeometry, copies: readonly ModelObject[]) {
    const values = (name: string) => {
      const known = geometry.getAttribute(name) as InstancedBufferAttribute | undefined
      const attribute = known ?? new InstancedBufferAttribute(new Float32Array(COPIES_MAX * 4), 4)
      if (!known) geometry.setAttribute(name, attribute)
      attribute.needsUpdate = true
      return attribute
    }
    const [at, lit] = [values('iAt'), values('iLit')]
    copies.slice(0, COPIES_MAX).forEach(({ x, y, z, yaw, scale, model }, i) => {
      at.setXYZW(i, x, y, z, yaw)
      lampLight(this.lamps, x, y + (model.size.y * scale) / 2, z, tint)
      lit.setXYZW(i, tint.r, tint.g, tint.b, scale)
    })
    geometry.instanceCount = Math.min(COPIES_MAX, copies.length)
  }

  /** Draws what is transparent from the far to the near: the copies of a model, and the models. */
  private sort({ x, y, z }: Point) {
    if (this.sortedFrom && apart(this.sortedFrom, { x, y, z }) < SORT_M) return
    this.sortedFrom = { x, y, z }
    const glass = [...this.entries.values()].flatMap((entry) => {
      const found = entry.levels.flatMap((level) => (Array.isArray(level) ? level : []))
      const panes = found.filter(({ isGlass }) => isGlass)
      return panes.length > 0 ? { panes, copies: entry.copies, away: nearest(entry.copies, { x, y, z }) } : []
    })
    glass.sort((a, b) => b.away - a.away)
    glass.forEach(({ panes, copies }, rank) => {
      const sorted = [...copies].sort((a, b) => apart(b, { x, y, z }) - apart(a, { x, y, z }))
      for (const { geometry, mesh } of panes) {
        this.placeCopies(geometry, sorted)
        mesh.renderOrder = GLASS_ORDER + rank / glass.length
      }
    })
  }

  private show(entry: Entry, level: number | null) {
    if (entry.shown === level) return
    for (const { mesh } of parts(entry, entry.shown)) this.group.remove(mesh)
    for (const { mesh } of parts(entry, level)) this.group.add(mesh)
    entry.shown = level
    this.boxed = ''
  }

  /** Boxes for what has failed or is too much for this device. What is still loading has none. */
  private updateBoxes(entries: readonly Entry[]) {
    const drawn = entries.filter(({ shown }) => shown !== null).flatMap(({ copies }) => copies)
    const rest = entries.filter(({ shown, levels }) => shown === null && !levels.includes('loading'))
    const boxed = rest.flatMap(({ copies }) => copies)
    this.shown = new Set([...drawn, ...boxed].map(({ id }) => id))
    const key = JSON.stringify(boxed.map(({ id, x, y, z, yaw, scale }) => [id, x, y, z, yaw, scale])) || '-'
    if (key === this.boxed) return
    this.boxed = key
    this.removeBoxes()
    const material = solidMaterial()
    this.boxes = boxed.map((object) => new Mesh(objectGeometry(object, 1, this.lamps), material))
    for (const box of this.boxes) this.group.add(box)
  }

  private removeBoxes() {
    for (const box of this.boxes) {
      this.group.remove(box)
      dispose(box)
    }
    this.boxes = []
  }

  private discard(entry: Entry) {
    this.show(entry, null)
    for (const level of entry.levels) {
      if (Array.isArray(level)) for (const { mesh } of level) dispose(mesh)
    }
    for (const map of entry.maps) if (map && map.value !== this.plain) map.value.dispose()
    this.removeBoxes()
  }
}

/** The finest loaded level that is not finer than wanted; otherwise any. */
function ready({ levels }: Entry, wanted: number): number | null {
  for (let level = wanted; level < LEVELS; level++) if (Array.isArray(levels[level])) return level
  return null
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)

const nearest = (copies: readonly Point[], from: Point) =>
  Math.min(...copies.map((copy) => apart(copy, from)))

const parts = ({ levels }: Entry, level: number | null): Part[] => {
  const found = level === null ? [] : levels[level]
  return Array.isArray(found) ? found : []
}

function dispose({ geometry, material }: Mesh) {
  ;(geometry as BufferGeometry).dispose()
  ;(material as ShaderMaterial).dispose()
}

const tint = new Color()

/** One program for all models. What is transparent is drawn after everything else, and hides nothing. */
const modelMaterial = (map: MapUniform, alpha: ModelAlpha) =>
  new ShaderMaterial({
    ...{ side: DoubleSide, forceSinglePass: true },
    ...{ transparent: alpha.mode === 'blend', depthWrite: alpha.mode !== 'blend' },
    uniforms: {
      ...{ ...light, uMap: map, uCut: { value: alpha.mode === 'holes' ? alpha.below : -1 } },
      uLeast: { value: alpha.mode === 'blend' ? 0 : 1 },
    },
    vertexShader: `
${COMMON}
attribute vec4 paint;
attribute vec4 iAt;
attribute vec4 iLit;
varying vec4 vColour;
varying vec2 vUv;
varying float vFog;
void main() {
  float c = cos(iAt.w), s = sin(iAt.w);
  mat3 turn = mat3(c, 0, -s, 0, 1, 0, s, 0, c);
  vec3 p = turn * position * iLit.a;
  vec3 n = turn * normal;
  vec4 view = viewMatrix * vec4(p + iAt.xyz, 1.0);
  if (dot(mat3(viewMatrix) * n, view.xyz) > 0.0) n = -n * 0.6;
  float open = 0.62 + 0.38 * min(1.0, (p.y + iAt.y) / 0.9);
  vColour = vec4(paint.rgb * (daylight(n, open, 1.0) + iLit.rgb * uLamps), paint.a);
  vUv = uv;
  vFog = fogAt(view.xyz);
  gl_Position = projectionMatrix * view;
}`,
    fragmentShader: `
uniform vec3 uFog;
uniform sampler2D uMap;
uniform float uCut;
uniform float uLeast;
varying vec4 vColour;
varying vec2 vUv;
varying float vFog;
void main() {
  vec4 texel = texture2D(uMap, vUv);
  float alpha = texel.a * vColour.a;
  if (alpha < uCut) discard;
  vec3 colour = vColour.rgb * texel.rgb;
  ${FINISH}
  gl_FragColor.a = max(alpha, uLeast);
}`,
  })
