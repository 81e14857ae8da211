// Everybody in three draws: near people, all others, and round shadows. Each person is posed here, on the CPU, so that bodies
// blend, look at each other and breathe on their own; the GPU reads their bones from a texture.
import { BLUSH, FACE_CELLS } from '@witverse/people/face-cells'
import { BONE_COUNT } from '@witverse/people/skeleton'
import { DYES, dyesOf, type Face, piecesOf } from '@witverse/people/styles'
import {
  BufferAttribute,
  Color,
  DataTexture,
  FloatType,
  Frustum,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Matrix4,
  Mesh,
  type PerspectiveCamera,
  PlaneGeometry,
  RGBAFormat,
  Sphere,
  Vector3,
} from 'three'
import type { Motion } from '../../room/codes'
import type { Shown } from '../../room/interpolation'
import type { Lamp } from '../../room/kinds'
import { type Look, lookOf } from '../../room/look'
import type { gearGeometry } from '../gear'
import { lampLight } from '../scenery'
import { shadowMaterial } from '../shaders'
import { Crowd, pieceGeometry } from './crowd'
import { hairUnder } from './hats'
import { type Level, type Levels, levelAt } from './levels'
import { facesTexture, Library } from './library'
import { blend, blinkAt, look as lookTo, makePose, PACE, PHASE_END, poseOf } from './motion'
import { BONE_TEXELS, PIECES_MAX, peopleMaterials, ROW } from './shader'
import { stand } from './stand'

export interface Drawn extends Shown {
  slot: number
  user: string
  look: string | null
  /** They say something now. */
  isSpeaking?: boolean
  /** The expression of a moment, in place of that of the look. */
  face?: Face | undefined
  /** Drawn by `VrmPeople`: only the shadow is drawn here. */
  isVrm?: boolean
}

/** Without a room: one person, near. */
const ALONE: Levels = [1, 0, 0]
const BLEND_PER_S = 6
const FACE_BLEND_PER_S = 8
const TURN_PER_S = 5
/** Somebody who says something is looked at within the first distance, anybody within the second. */
const LISTEN_M = 9
const NOTICE_M = 2.6
/** Nobody turns to who is beside or behind them; heads go up and down a little. */
const ASIDE_MAX = 1.15
const PITCH_MAX = 0.35
/** Who has a finer level keeps it until somebody is nearer by so much. */
const STAY_M = 0.8
/** Far people are posed every third frame, in turns. */
const FAR_EVERY = 3
/** People look around for somebody every so many frames, in turns. */
const GAZE_EVERY = 10
const BODY_CENTRE_M = 0.9
const BODY_RADIUS_M = 1.3
const FIRST_ROWS = 32
const NEAR_VERTICES = 12_000
const FAR_VERTICES = 14_000

interface Person {
  /** The row of the textures and the instances. */
  row: number
  /** The JSON that `look` was made of. */
  source: string | null
  look: Look
  pieces: string[]
  motion: Motion
  before: Motion
  blend: number
  phase: number
  clock: number
  level: Level
  face: number
  faceBefore: number
  faceBlend: number
  /** Where the head turns to, as shown. */
  yaw: number
  pitch: number
  mouth: number
  isSeen: boolean
  /** To whom they turn. */
  gaze: { yaw: number; pitch: number }
  /** What `dress` has shown: their level, or -1, after how many arrivals. Null: something else. */
  dressed: { level: number; arrivals: number } | null
}

export class People {
  readonly group = new Group()
  private readonly stop = new AbortController()
  private readonly library: Library
  private readonly near: Crowd
  private readonly far: Crowd
  private readonly textures: ReturnType<typeof peopleTextures>
  private readonly uniforms: ReturnType<typeof peopleMaterials>['uniforms']
  private readonly shadow = new InstancedBufferGeometry()
  private readonly shadowAt: InstancedBufferAttribute
  private readonly known = new Map<string, Person>()
  private readonly freeRows: number[]
  private readonly capacity: number
  private readonly lamps: Lamp[]
  private readonly pose = makePose()
  private readonly other = makePose()
  private readonly frustum = new Frustum()
  private readonly sphere = new Sphere(new Vector3(), BODY_RADIUS_M)
  private frame = 0
  /** Geometries and code that have arrived. */
  private arrivals = 0
  private gearCode: Promise<void> | null = null
  private gearOf: typeof gearGeometry | null = null

  constructor(capacity: number, lamps: Lamp[]) {
    this.capacity = capacity
    this.lamps = lamps
    this.freeRows = Array.from({ length: capacity }, (_, row) => capacity - 1 - row)
    this.textures = peopleTextures(Math.min(capacity, FIRST_ROWS))
    const materials = peopleMaterials({ ...this.textures, faces: facesTexture(this.stop) })
    this.uniforms = materials.uniforms
    this.near = new Crowd(capacity, materials.near, NEAR_VERTICES)
    this.far = new Crowd(capacity, materials.far, FAR_VERTICES)
    this.library = new Library(this.stop, (piece, level) => {
      const crowd = level < 2 ? this.near : this.far
      crowd.add(nameAt(piece.name, level), pieceGeometry(piece))
      this.arrivals++
    })
    const plane = new PlaneGeometry(1, 1)
    this.shadow.setIndex(new BufferAttribute(new Uint16Array([0, 2, 1, 2, 3, 1]), 1))
    this.shadow.setAttribute('position', plane.getAttribute('position'))
    this.shadowAt = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4)
    this.shadow.setAttribute('iAt', this.shadowAt)
    const shadows = new Mesh(this.shadow, shadowMaterial())
    shadows.renderOrder = 1
    shadows.frustumCulled = false
    this.group.add(shadows, this.near.mesh, this.far.mesh)
  }

  /** Draws these people as `lens` sees them; `floorAt` is the height under each, for the shadow. */
  update(
    people: Drawn[],
    seconds: number,
    lens: PerspectiveCamera,
    levels: Levels = ALONE,
    floorAt: (person: Shown) => number = ({ y }) => y,
  ) {
    this.frame++
    lens.updateMatrixWorld()
    this.frustum.setFromProjectionMatrix(
      toClip.multiplyMatrices(lens.projectionMatrix, lens.matrixWorldInverse),
    )
    const away = (one: Drawn) =>
      Math.hypot(one.x - lens.position.x, one.z - lens.position.z) -
      (3 - (this.known.get(one.user)?.level ?? 3)) * STAY_M
    const shown = [...people].sort((a, b) => away(a) - away(b)).slice(0, this.capacity)
    this.forget(shown)
    shown.forEach((drawn, rank) => {
      const floor = floorAt(drawn)
      this.shadowAt.setXYZW(rank, drawn.x, floor, drawn.z, 0.5 / (1 + (drawn.y - floor) * 2))
      const person = this.person(drawn)
      this.sphere.center.set(drawn.x, drawn.y + BODY_CENTRE_M, drawn.z)
      person.isSeen = !drawn.isVrm && this.frustum.intersectsSphere(this.sphere)
      person.level = levelAt(rank, levels)
      this.live(person, drawn, shown, seconds)
      this.dress(person)
      if (person.isSeen) this.write(person, drawn)
    })
    for (const texture of [this.textures.bones, this.textures.people]) texture.needsUpdate = true
    this.shadowAt.needsUpdate = true
    this.shadow.instanceCount = shown.length
  }

  /** How many pieces are drawn. */
  shown = () => ({ near: this.near.count(), far: this.far.count() })

  /** Resolves when every file that was asked for is there. For pictures. */
  async loaded() {
    await this.gearCode
    await this.library.loaded()
  }

  dispose() {
    this.stop.abort()
    this.near.dispose()
    this.far.dispose()
    this.shadow.dispose()
    for (const texture of [this.textures.bones, this.textures.people, this.uniforms.uFaces.value])
      texture.dispose()
    this.group.traverse((object) => {
      const { material } = object as Partial<Mesh>
      for (const one of [material ?? []].flat()) one.dispose()
    })
  }

  private person({ user, motion, look, face }: Drawn): Person {
    const known = this.known.get(user)
    if (known) {
      if (known.source !== look)
        Object.assign(known, { source: look, ...this.clothesOf(known.row, user, look), dressed: null })
      return known
    }
    const row = this.freeRows.pop() ?? 0
    this.makeRoom(row)
    const clothes = this.clothesOf(row, user, look)
    const start = ((user.charCodeAt(user.length - 1) || 0) % 17) * 1.9
    const cell = FACE_CELLS.indexOf(face ?? clothes.look.face)
    const person: Person = {
      ...{ row, source: look, ...clothes, motion, before: motion, blend: 1, phase: start, clock: start },
      ...{ level: 3, face: cell, faceBefore: cell, faceBlend: 1, yaw: 0, pitch: 0, mouth: 0, isSeen: false },
      ...{ gaze: AHEAD, dressed: null },
    }
    this.known.set(user, person)
    return person
  }

  /** Textures grow with the room. */
  private makeRoom(row: number) {
    const rows = this.textures.people.image.height
    if (row < rows) return
    const larger = peopleTextures(Math.min(this.capacity, Math.max(row + 1, rows * 2)))
    for (const name of ['bones', 'people'] as const) {
      floats(larger[name]).set(floats(this.textures[name]))
      this.textures[name].dispose()
      this.textures[name] = larger[name]
    }
    this.uniforms.uBones.value = larger.bones
    this.uniforms.uPeople.value = larger.people
  }

  /** The colours of a look go into the row of their person. */
  private clothesOf(row: number, user: string, source: string | null): Pick<Person, 'look' | 'pieces'> {
    const look = lookOf(user, source)
    const dyes = dyesOf(look)
    const at = row * ROW.size * 4
    const texels = floats(this.textures.people)
    const put = (texel: number, colour: string) => texels.set(tint.set(colour).toArray(), at + texel * 4)
    for (const [i, dye] of DYES.entries()) put(ROW.dye + i, dyes[dye])
    put(ROW.iris, dyes.iris)
    return { look, pieces: piecesOf({ ...look, hair: hairUnder(look.models, look.hair) }) }
  }

  /** Lets time pass for a person: motion, expression, where they look. */
  private live(person: Person, drawn: Drawn, people: Drawn[], seconds: number) {
    if (person.motion !== drawn.motion)
      Object.assign(person, { before: person.motion, motion: drawn.motion, blend: 0 })
    person.blend = Math.min(1, person.blend + seconds * BLEND_PER_S)
    person.phase = (person.phase + seconds * PACE[drawn.motion]) % PHASE_END
    person.clock += seconds
    const face = FACE_CELLS.indexOf(drawn.face ?? person.look.face)
    if (face !== person.face) Object.assign(person, { faceBefore: person.face, face, faceBlend: 0 })
    person.faceBlend = Math.min(1, person.faceBlend + seconds * FACE_BLEND_PER_S)
    const share = 1 - Math.exp(-TURN_PER_S * seconds)
    if ((this.frame + person.row) % GAZE_EVERY === 0)
      person.gaze = person.level < 3 && person.isSeen ? gazeOf(drawn, people) : AHEAD
    person.yaw += (person.gaze.yaw - person.yaw) * share
    person.pitch += (person.gaze.pitch - person.pitch) * share
    const open = drawn.isSpeaking ? Math.abs(Math.sin(person.clock * 11) * Math.sin(person.clock * 3.7)) : 0
    person.mouth += (open - person.mouth) * Math.min(1, seconds * 18)
  }

  /** Shows the pieces of a person at their level, or the next coarser one that has arrived. */
  private dress(person: Person) {
    const { row, pieces, look, level, isSeen, dressed } = person
    const shown = isSeen ? level : -1
    if (dressed?.level === shown && dressed.arrivals === this.arrivals) return
    person.dressed = { level: shown, arrivals: this.arrivals }
    const worn = level < 3 ? look.models : []
    for (let place = 0; place < PIECES_MAX; place++) {
      const piece = isSeen ? pieces[place] : undefined
      const model = isSeen && place >= pieces.length ? worn[place - pieces.length] : undefined
      const name = piece ? this.finest(piece, level) : model ? this.gear(model) : null
      const isNear = name !== null && level < 2 && this.near.has(name)
      this.near.show(row, place, isNear ? name : null)
      this.far.show(row, place, isNear ? null : name)
    }
  }

  private finest(piece: string, level: Level): string | null {
    if (level < 2) this.library.want(piece, level as 0 | 1)
    for (let at = level; at <= 3; at++) {
      const name = nameAt(piece, at as Level)
      if ((at < 2 ? this.near : this.far).has(name)) return name
    }
    return null
  }

  /** Null for models that are not drawn, or not yet: their code comes with the first that is worn. */
  private gear(model: string): string | null {
    this.gearCode ??= import(/* webpackChunkName: "page-gear" */ '../gear').then(
      ({ gearGeometry }) => {
        this.gearOf = gearGeometry
        this.arrivals++
      },
      () => undefined,
    )
    if (!this.near.has(model)) {
      for (const crowd of [this.near, this.far]) {
        const geometry = this.gearOf?.(model)
        if (geometry && !this.stop.signal.aborted) crowd.add(model, geometry)
      }
    }
    return this.near.has(model) ? model : null
  }

  private write(person: Person, drawn: Drawn) {
    const { row, level } = person
    const eyes = this.eyes(person)
    const lit = lampLight(this.lamps, drawn.x, drawn.y + 1, drawn.z, tint)
    const texels = floats(this.textures.people)
    const at = row * ROW.size * 4
    texels.set([drawn.x, drawn.y, drawn.z, drawn.yaw], at + ROW.place * 4)
    texels.set([person.face, person.faceBefore, person.faceBlend, blinkAt(person.clock)], at + ROW.face * 4)
    texels.set([eyes.x, eyes.y, BLUSH[FACE_CELLS[person.face] ?? 'smile'], person.mouth], at + ROW.eyes * 4)
    texels.set([lit.r, lit.g, lit.b, 1], at + ROW.lamp * 4)
    if (level > 1 && (this.frame + row) % FAR_EVERY !== 0 && person.blend === 1) return
    poseOf(person.motion, person.phase, this.pose)
    if (person.blend < 1) {
      poseOf(person.before, person.phase, this.other)
      blend(this.pose, this.other, 1 - smooth(person.blend))
    }
    lookTo(this.pose, person.yaw, person.pitch)
    const from = row * BONE_COUNT * 12
    const bones = floats(this.textures.bones).subarray(from, from + BONE_COUNT * 12)
    stand(person.look.body, this.pose, bones)
  }

  /** The eyes go the rest of the way to where the head looks, and wander. */
  private eyes({ yaw, pitch, clock }: Person): { x: number; y: number } {
    const wander = Math.round(Math.sin(clock * 0.83) + Math.sin(clock * 0.31)) * 0.35
    return { x: Math.max(-1, Math.min(1, yaw * 1.2 + wander)), y: Math.max(-1, Math.min(1, pitch * 1.5)) }
  }

  /** Who is not shown any more leaves their row to others. */
  private forget(shown: Drawn[]) {
    const present = new Set(shown.map(({ user }) => user))
    for (const [user, person] of this.known) {
      if (present.has(user)) continue
      person.isSeen = false
      this.dress(person)
      this.freeRows.push(person.row)
      this.known.delete(user)
    }
  }
}

const tint = new Color()
const toClip = new Matrix4()
const AHEAD = { yaw: 0, pitch: 0 }
const nameAt = (piece: string, level: Level) => `${piece} ${level}`
const smooth = (t: number) => t * t * (3 - 2 * t)

function peopleTextures(rows: number) {
  const texture = (texels: number) => {
    const made = new DataTexture(new Float32Array(texels * rows * 4), texels, rows, RGBAFormat, FloatType)
    made.needsUpdate = true
    return made
  }
  return { bones: texture(BONE_COUNT * BONE_TEXELS), people: texture(ROW.size) }
}
const floats = (texture: DataTexture) => texture.image.data as Float32Array

/** To whom a person turns: who says something, or else who is close. */
function gazeOf(self: Drawn, people: Drawn[]): { yaw: number; pitch: number } {
  if (self.motion === 'run' || self.motion === 'dance') return AHEAD
  let best: Drawn | null = null
  let least = Number.POSITIVE_INFINITY
  for (const other of people) {
    if (other === self) continue
    const distance = Math.hypot(other.x - self.x, other.z - self.z)
    const reach = other.isSpeaking ? LISTEN_M : NOTICE_M
    if (distance > reach || distance < 0.2 || aside(self, other) > ASIDE_MAX) continue
    const rank = distance + (other.isSpeaking ? 0 : LISTEN_M)
    if (rank < least) [best, least] = [other, rank]
  }
  if (!best) return AHEAD
  const distance = Math.hypot(best.x - self.x, best.z - self.z)
  return {
    yaw: toward(self, best),
    pitch: Math.max(-PITCH_MAX, Math.min(PITCH_MAX, Math.atan2(best.y - self.y, distance))),
  }
}
/** How far to turn, from -π to π. */
function toward(self: Shown, other: Shown): number {
  const turn = Math.atan2(other.x - self.x, other.z - self.z) - self.yaw
  return Math.atan2(Math.sin(turn), Math.cos(turn))
}
const aside = (self: Shown, other: Shown) => Math.abs(toward(self, other))
