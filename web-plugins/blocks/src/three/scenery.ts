// Builds the still part of a room: all objects in one geometry, the ground, the sky, the glows. Lamps and shade are baked
// into the vertices once; the hour only changes uniforms.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Object3D,
  PlaneGeometry,
  Points,
  SphereGeometry,
} from 'three'
import { inScene, World } from '../room/collision'
import { dice } from '../room/dice'
import { kindOf, type Lamp } from '../room/kinds'
import { lampsOf, type Scene, type SceneObject } from '../room/scene'
import { drawingOf } from './catalogue'
import { modelBox } from './catalogue/models'
import { type Mesh as Parts, Sculptor } from './sculptor'
import { glowMaterial, groundMaterial, light, skyMaterial, solidMaterial, starsMaterial } from './shaders'

const GROUND_CELLS = 52
const CHUNK_M = 11
const SHADE_REACH_M = 9
const STARS = 320
/** Beyond the edge of the scene the ground goes on, into the fog. */
const APRON_M = 70

export function buildScenery(scene: Scene): Group {
  const group = new Group()
  const lamps = lampsOf(scene)
  group.add(...buildSurroundings(scene, lamps), ...objects(scene, lamps))
  for (const child of group.children) child.matrixAutoUpdate = false
  return group
}

/** The light of lamps at a point, for people. */
export function lampLight(lamps: Lamp[], x: number, y: number, z: number, into: Color): Color {
  into.setRGB(0, 0, 0)
  for (const lamp of lamps) {
    const [dx, dy, dz] = [lamp.at[0] - x, lamp.at[1] - y, lamp.at[2] - z]
    const share = 1 - (dx * dx + dy * dy + dz * dz) / (lamp.radius * lamp.radius)
    if (share > 0) into.add(tint.set(lamp.colour).multiplyScalar(share * share * lamp.power))
  }
  return into
}

const tint = new Color()

/** One mesh per chunk, so that what is behind the camera is not drawn. All share one material. */
function objects(scene: Scene, lamps: Lamp[]): Mesh[] {
  const chunks = new Map<string, Sculptor>()
  scene.objects.forEach((object, index) => {
    // `Models` draws them.
    if (object.model) return
    const key = `${Math.floor(object.x / CHUNK_M)} ${Math.floor(object.z / CHUNK_M)}`
    const sculptor = chunks.get(key) ?? new Sculptor()
    chunks.set(key, sculptor)
    draw(sculptor, object, scene.seed * 1000 + index)
  })
  const material = solidMaterial()
  return [...chunks.values()].map(({ mesh }) => new Mesh(solidGeometry(mesh, lamps), material))
}

function draw(sculptor: Sculptor, object: SceneObject, seed: number) {
  sculptor.begin(object.x, object.y, object.z, object.yaw, object.scale, dice(seed))
  if (object.model) modelBox(sculptor, object.colour, object.model.size)
  else drawingOf(object.kind)(sculptor, object.colour)
}

/** One object alone, for the editor. */
export function objectGeometry(object: SceneObject, seed: number, lamps: Lamp[]): BufferGeometry {
  const sculptor = new Sculptor()
  draw(sculptor, object, seed)
  return solidGeometry(sculptor.mesh, lamps)
}

function solidGeometry(mesh: Parts, lamps: Lamp[]): BufferGeometry {
  const count = mesh.position.length / 3
  const bake = new Float32Array(count * 4)
  for (let i = 0; i < count; i++) {
    const y = mesh.position[i * 3 + 1] ?? 0
    bake[i * 4 + 3] = 0.62 + 0.38 * Math.min(1, y / 0.9)
  }
  bakeLamps(mesh, bake, lamps, null)
  return toGeometry(mesh, bake, new Float32Array(count).fill(1))
}

/** What lies around the objects: the sky, the ground with its light and shade, the glows. */
export function buildSurroundings(scene: Scene, lamps: Lamp[]): Object3D[] {
  const whole = [sky(), stars(scene), ground(scene, lamps), glows(lamps)]
  for (const one of whole) {
    one.frustumCulled = false
    one.matrixAutoUpdate = false
  }
  return whole
}

function ground(scene: Scene, lamps: Lamp[]): Mesh {
  const mesh: Parts = { position: [], normal: [], albedo: [], glow: [], index: [] }
  const { size } = scene
  tint.set(scene.ground.colour)
  const albedo = [Math.sqrt(tint.r), Math.sqrt(tint.g), Math.sqrt(tint.b)]
  const vertex = (x: number, z: number) => {
    mesh.position.push(x, 0, z)
    mesh.normal.push(0, 1, 0)
    mesh.albedo.push(...albedo)
    mesh.glow.push(0)
  }
  const row = GROUND_CELLS + 1
  for (let j = 0; j < row; j++) {
    for (let i = 0; i < row; i++) vertex((i / GROUND_CELLS) * size, (j / GROUND_CELLS) * size)
  }
  const quad = (a: number, b: number, c: number, d: number) => mesh.index.push(a, c, b, b, c, d)
  for (let j = 0; j < GROUND_CELLS; j++) {
    for (let i = 0; i < GROUND_CELLS; i++) {
      const a = j * row + i
      quad(a, a + 1, a + row, a + row + 1)
    }
  }
  // A station floats: beyond its edge is the sky.
  if (scene.ambience !== 'station') apron(mesh, size, vertex, quad)
  const count = mesh.position.length / 3
  const bake = new Float32Array(count * 4).fill(0)
  const shade = new Float32Array(count).fill(1)
  const world = World.of(scene)
  const shading = shadeWorld(scene)
  const to = light.uKeyTo.value
  for (let i = 0; i < count; i++) {
    const [x, z] = [mesh.position[i * 3] ?? 0, mesh.position[i * 3 + 2] ?? 0]
    bake[i * 4 + 3] = 1
    if (i >= row * row) continue
    const from = { x, y: 0.02, z }
    const top = { x: x + to.x * SHADE_REACH_M, y: to.y * SHADE_REACH_M, z: z + to.z * SHADE_REACH_M }
    const isShaded = shading.ray(from, top) < 1 || !shading.isFree(x, z, 0.01, 0, 0.5)
    shade[i] = isShaded ? 0.15 : 1
    bake[i * 4 + 3] = shading.isFree(x, z, 0.45, 0, 0.8) ? (isShaded ? 0.86 : 1) : 0.68
  }
  bakeLamps(mesh, bake, lamps, world)
  const result = new Mesh(toGeometry(mesh, bake, shade), groundMaterial(scene.ground.kind))
  return result
}

function apron(
  mesh: Parts,
  size: number,
  vertex: (x: number, z: number) => void,
  quad: (a: number, b: number, c: number, d: number) => void,
) {
  const lines = [-APRON_M, 0, size, size + APRON_M]
  const first = mesh.position.length / 3
  for (const z of lines) for (const x of lines) vertex(x, z)
  for (let j = 0; j < 3; j++) {
    for (let i = 0; i < 3; i++) {
      if (i === 1 && j === 1) continue
      const a = first + j * 4 + i
      quad(a, a + 1, a + 4, a + 5)
    }
  }
}

/** What shades the ground: solids, crowns and roofs. */
function shadeWorld(scene: Scene): World {
  const world = World.of(scene)
  for (const object of scene.objects) {
    for (const solid of kindOf(object.kind).shade ?? []) world.add(inScene(object, solid))
  }
  return world
}

/** Adds every lamp to the vertices in its reach. With a world, what is solid throws shadows. */
function bakeLamps(mesh: Parts, bake: Float32Array, lamps: Lamp[], world: World | null) {
  const { position, normal } = mesh
  const count = position.length / 3
  for (const lamp of lamps) {
    const near = world?.within(lamp.at[0], lamp.at[2], lamp.radius)
    const from = { x: lamp.at[0], y: lamp.at[1], z: lamp.at[2] }
    const reach = lamp.radius * lamp.radius
    tint.set(lamp.colour)
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [position[i * 3] ?? 0, position[i * 3 + 1] ?? 0, position[i * 3 + 2] ?? 0]
      const [dx, dy, dz] = [from.x - x, from.y - y, from.z - z]
      const square = dx * dx + dy * dy + dz * dz
      if (square >= reach) continue
      const share = 1 - square / reach
      const length = Math.sqrt(square) || 1
      const facing =
        ((normal[i * 3] ?? 0) * dx + (normal[i * 3 + 1] ?? 0) * dy + (normal[i * 3 + 2] ?? 0) * dz) / length
      let power = share * share * lamp.power * (0.28 + 0.72 * Math.max(0, facing))
      if (near && near.ray(from, { x, y: 0.01, z }) < 0.97) power *= 0.35
      bake[i * 4] = (bake[i * 4] ?? 0) + tint.r * power
      bake[i * 4 + 1] = (bake[i * 4 + 1] ?? 0) + tint.g * power
      bake[i * 4 + 2] = (bake[i * 4 + 2] ?? 0) + tint.b * power
    }
  }
}

function toGeometry(mesh: Parts, bake: Float32Array, shade: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry()
  const count = mesh.position.length / 3
  const bytes = (values: ArrayLike<number>, map: (value: number, at: number) => number) =>
    Uint8Array.from(values, (value, at) => Math.max(0, Math.min(255, Math.round(map(value, at) * 255))))
  const extra = new Float32Array(count * 2)
  for (let i = 0; i < count; i++) {
    extra[i * 2] = mesh.glow[i] ?? 0
    extra[i * 2 + 1] = shade[i] ?? 1
  }
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(mesh.position), 3))
  geometry.setAttribute(
    'normal',
    new BufferAttribute(
      Int8Array.from(mesh.normal, (value) => Math.round(value * 127)),
      3,
      true,
    ),
  )
  geometry.setAttribute(
    'albedo',
    new BufferAttribute(
      bytes(mesh.albedo, (value) => value),
      3,
      true,
    ),
  )
  // The shader squares lamps and multiplies by four: dark pools keep their steps.
  const baked = bytes(bake, (value, at) => (at % 4 === 3 ? value : Math.sqrt(value / 4)))
  geometry.setAttribute('bake', new BufferAttribute(baked, 4, true))
  geometry.setAttribute(
    'extra',
    new BufferAttribute(
      bytes(extra, (value) => value),
      2,
      true,
    ),
  )
  geometry.setIndex(count > 65_535 ? mesh.index : new BufferAttribute(new Uint16Array(mesh.index), 1))
  return geometry
}

function sky(): Mesh {
  const dome = new Mesh(new SphereGeometry(90, 16, 10), skyMaterial())
  dome.renderOrder = -2
  return dome
}

function stars(scene: Scene): Points {
  const random = dice(scene.seed + 77)
  const position = new Float32Array(STARS * 3)
  const size = new Float32Array(STARS)
  for (let i = 0; i < STARS; i++) {
    const height = random() ** 1.4
    const up = scene.ambience === 'station' ? height * 1.9 - 0.95 : 0.06 + height * 0.94
    const around = random() * Math.PI * 2
    const flat = Math.sqrt(1 - up * up)
    position.set([Math.cos(around) * flat * 80, up * 80, Math.sin(around) * flat * 80], i * 3)
    size[i] = 1.4 + random() ** 4 * 4
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(position, 3))
  geometry.setAttribute('size', new BufferAttribute(size, 1))
  const points = new Points(geometry, starsMaterial())
  points.renderOrder = -1
  return points
}

function glows(lamps: Lamp[]): Mesh {
  const geometry = new InstancedBufferGeometry()
  const plane = new PlaneGeometry(1, 1)
  geometry.setIndex(plane.index)
  geometry.setAttribute('position', plane.getAttribute('position'))
  const at = new Float32Array(lamps.length * 4)
  const colour = new Float32Array(lamps.length * 3)
  lamps.forEach((lamp, i) => {
    at.set([...lamp.at, Math.min(2.6, lamp.radius * 0.42)], i * 4)
    tint
      .set(lamp.colour)
      .multiplyScalar(0.42 * Math.min(1, lamp.power))
      .toArray(colour, i * 3)
  })
  geometry.setAttribute('iAt', new InstancedBufferAttribute(at, 4))
  geometry.setAttribute('iColour', new InstancedBufferAttribute(colour, 3))
  geometry.instanceCount = lamps.length
  const mesh = new Mesh(geometry, glowMaterial())
  mesh.renderOrder = 3
  return mesh
}
