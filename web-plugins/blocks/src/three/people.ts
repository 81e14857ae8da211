// Everybody in three draws: near bodies, far bodies, round shadows. The motions are in the vertex shader; this file only writes the
// attributes of instances.
import {
  BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  SphereGeometry,
} from 'three'
import { MOTIONS, type Motion } from '../room/codes'
import type { Shown } from '../room/interpolation'
import type { Lamp } from '../room/kinds'
import { type Colours, coloursOf } from './look'
import { lampLight } from './scenery'
import { peopleMaterial, shadowMaterial } from './shaders'

/** Radians of the motion's wave per second. */
const PACE: Record<Motion, number> = {
  idle: 1.9,
  walk: 7.6,
  run: 11.5,
  sit: 1.4,
  wave: 2.6,
  dance: 3.6,
  jump: 1,
}
const BLEND_PER_S = 7

interface Person {
  colours: Colours
  motion: Motion
  before: Motion
  blend: number
  phase: number
}

export interface Drawn extends Shown {
  slot: number
  user: string
}

const VECTORS = { iAt: 4, iPace: 4, iTop: 3, iBottom: 3, iHair: 3, iSkin: 3, iLamp: 3 } as const

/** At most so many, the nearest, have the fine body; fewer on weak devices. */
const FINE_MAX = 24

export class People {
  readonly group = new Group()
  private readonly fine = new Crowd(FINE_MAX, 1)
  private readonly coarse: Crowd
  private readonly shadow = new InstancedBufferGeometry()
  private readonly shadowAt: InstancedBufferAttribute
  private readonly known = new Map<string, Person>()
  private readonly capacity: number
  private readonly lamps: Lamp[]

  constructor(capacity: number, lamps: Lamp[]) {
    this.capacity = capacity
    this.lamps = lamps
    this.coarse = new Crowd(capacity, 0)
    const plane = new PlaneGeometry(1, 1)
    this.shadow.setIndex(new BufferAttribute(new Uint16Array([0, 2, 1, 2, 3, 1]), 1))
    this.shadow.setAttribute('position', plane.getAttribute('position'))
    this.shadowAt = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4)
    this.shadow.setAttribute('iAt', this.shadowAt)
    const shadows = new Mesh(this.shadow, shadowMaterial())
    shadows.renderOrder = 1
    const material = peopleMaterial()
    this.group.add(new Mesh(this.fine.geometry, material), new Mesh(this.coarse.geometry, material), shadows)
    for (const child of this.group.children) child.frustumCulled = false
  }

  /** Draws these people; `floorAt` is the height under each, for the shadow. */
  update(
    people: Drawn[],
    seconds: number,
    eye: { x: number; z: number },
    fineMax: number,
    floorAt: (person: Shown) => number,
  ) {
    const fine = Math.min(FINE_MAX, fineMax)
    const away = (one: Drawn) => (one.x - eye.x) ** 2 + (one.z - eye.z) ** 2
    const shown = [...people].sort((a, b) => away(a) - away(b)).slice(0, this.capacity)
    shown.forEach((drawn, i) => {
      const person = this.person(drawn, seconds)
      const lit = lampLight(this.lamps, drawn.x, drawn.y + 1, drawn.z, tint)
      if (i < fine) this.fine.write(i, drawn, person, lit)
      else this.coarse.write(i - fine, drawn, person, lit)
      const floor = floorAt(drawn)
      this.shadowAt.setXYZW(i, drawn.x, floor, drawn.z, 0.5 / (1 + (drawn.y - floor) * 2))
    })
    this.fine.show(Math.min(fine, shown.length))
    this.coarse.show(Math.max(0, shown.length - fine))
    this.shadowAt.needsUpdate = true
    this.shadow.instanceCount = shown.length
    if (this.known.size > people.length + 50) this.forget(people)
  }

  private person({ user, motion }: Drawn, seconds: number): Person {
    const known = this.known.get(user)
    const start = (user.charCodeAt(user.length - 1) % 7) * 0.9
    const person = known ?? { colours: coloursOf(user), motion, before: motion, blend: 1, phase: start }
    if (!known) this.known.set(user, person)
    if (person.motion !== motion) {
      person.before = person.motion
      person.motion = motion
      person.blend = 0
    }
    person.blend = Math.min(1, person.blend + seconds * BLEND_PER_S)
    person.phase = (person.phase + seconds * PACE[motion]) % (Math.PI * 20)
    return person
  }

  private forget(people: Drawn[]) {
    const present = new Set(people.map(({ user }) => user))
    for (const user of this.known.keys()) if (!present.has(user)) this.known.delete(user)
  }
}

/** The instances of one body. */
class Crowd {
  readonly geometry: InstancedBufferGeometry
  private readonly attributes: Record<keyof typeof VECTORS, InstancedBufferAttribute>

  constructor(capacity: number, detail: 0 | 1) {
    this.geometry = bodyGeometry(detail)
    this.attributes = Object.fromEntries(
      Object.entries(VECTORS).map(([name, size]) => [
        name,
        new InstancedBufferAttribute(new Float32Array(capacity * size), size),
      ]),
    ) as typeof this.attributes
    for (const [name, attribute] of Object.entries(this.attributes))
      this.geometry.setAttribute(name, attribute)
  }

  write(i: number, at: Shown, { motion, before, phase, blend, colours }: Person, lit: Color) {
    const { iAt, iPace, iTop, iBottom, iHair, iSkin, iLamp } = this.attributes
    iAt.setXYZW(i, at.x, at.y, at.z, at.yaw)
    iPace.setXYZW(i, MOTIONS.indexOf(motion), phase, MOTIONS.indexOf(before), blend)
    const { top, bottom, hair, skin } = colours
    iTop.setXYZ(i, top.r, top.g, top.b)
    iBottom.setXYZ(i, bottom.r, bottom.g, bottom.b)
    iHair.setXYZ(i, hair.r, hair.g, hair.b)
    iSkin.setXYZ(i, skin.r, skin.g, skin.b)
    iLamp.setXYZ(i, lit.r, lit.g, lit.b)
  }

  show(count: number) {
    for (const attribute of Object.values(this.attributes)) attribute.needsUpdate = true
    this.geometry.instanceCount = count
  }
}

const tint = new Color()

/**
 * Parts: 0 torso, 1 head, 2 and 3 arms, 4 and 5 thighs, 6 and 7 shins. Dyes: skin, top, bottom, hair, eyes, cheeks, shoes,
 * white, mouth.
 */
function bodyGeometry(detail: 0 | 1): InstancedBufferGeometry {
  const positions: number[] = []
  const normals: number[] = []
  const parts: number[] = []
  const dyes: number[] = []
  const index: number[] = []
  const add = (
    geometry: BufferGeometry,
    part: number,
    dye: number,
    at: [number, number, number],
    stretch: [number, number, number] = [1, 1, 1],
  ) => {
    geometry.scale(...stretch).translate(...at)
    const first = positions.length / 3
    positions.push(...(geometry.getAttribute('position').array as Float32Array))
    normals.push(...(geometry.getAttribute('normal').array as Float32Array))
    const count = geometry.getAttribute('position').count
    parts.push(...Array<number>(count).fill(part))
    dyes.push(...Array<number>(count).fill(dye))
    index.push(...[...(geometry.index?.array ?? [])].map((one) => one + first))
  }
  const capsule = (radius: number, length: number) =>
    new CapsuleGeometry(radius, length, detail + 1, 3 + detail * 4)
  const ball = (radius: number, sides: number, rows: number) =>
    new SphereGeometry(radius, detail ? sides : 5, detail ? rows : 3)
  // A cap of hair that is tilted back leaves the face free.
  const hair = new SphereGeometry(0.25, 6 + detail * 6, 3 + detail * 3, 0, Math.PI * 2, 0, 1.5).rotateX(-0.42)
  add(capsule(0.175, 0.24), 0, 1, [0, 0.97, 0], [1.04, 1, 0.76])
  add(ball(0.228, 12, 9), 1, 0, [0, 1.42, 0], [1, 0.97, 0.95])
  add(hair, 1, 3, [0, 1.44, -0.012], [1, 0.99, 1])
  for (const side of [-1, 1]) {
    const [arm, leg] = side > 0 ? [2, 4] : [3, 5]
    add(capsule(detail ? 0.07 : 0.066, detail ? 0.13 : 0.27), arm, 1, [side * 0.255, detail ? 1.04 : 0.98, 0])
    add(capsule(0.088, 0.22), leg, 2, [side * 0.1, 0.55, 0])
    add(capsule(0.074, 0.2), leg + 2, 2, [side * 0.1, 0.23, 0])
    if (detail) limbs(side, arm, leg)
  }
  if (detail) face()

  function limbs(side: number, arm: number, leg: number) {
    add(capsule(0.05, 0.16), arm, 0, [side * 0.26, 0.88, 0])
    add(ball(0.062, 6, 4), arm, 0, [side * 0.262, 0.765, 0.008], [0.85, 1.15, 1])
    add(ball(0.088, 7, 4), leg + 2, 6, [side * 0.1, 0.07, 0.045], [0.95, 0.75, 1.5])
    add(ball(0.09, 7, 3), leg + 2, 7, [side * 0.1, 0.024, 0.045], [0.96, 0.26, 1.48])
    add(ball(0.1, 6, 3), 0, 1, [side * 0.165, 1.11, 0], [1.05, 0.8, 0.85])
    // Ears, locks of hair beside the face, brows, eyes with a light in them, cheeks.
    add(ball(0.042, 6, 4), 1, 0, [side * 0.222, 1.405, -0.01], [0.6, 1.1, 0.9])
    add(ball(0.08, 6, 4), 1, 3, [side * 0.2, 1.45, 0.065], [0.5, 1.35, 0.85])
    add(ball(0.028, 5, 3), 1, 3, [side * 0.085, 1.484, 0.2], [1.25, 0.26, 0.5])
    add(ball(0.031, 6, 4), 1, 4, [side * 0.083, 1.415, 0.2], [0.8, 1.4, 0.6])
    add(ball(0.0115, 4, 2), 1, 7, [side * 0.083 + 0.008, 1.432, 0.219])
    add(ball(0.036, 5, 3), 1, 5, [side * 0.135, 1.358, 0.165], [1.1, 0.62, 0.5])
  }

  function face() {
    add(capsule(0.072, 0.06), 1, 0, [0, 1.2, -0.01])
    add(ball(0.185, 8, 4), 0, 2, [0, 0.755, 0], [1, 0.7, 0.8])
    add(ball(0.09, 8, 3), 0, 1, [0, 1.175, -0.005], [1.1, 0.4, 1])
    add(ball(0.019, 5, 4), 1, 0, [0, 1.385, 0.218], [1, 0.8, 1])
    add(ball(0.024, 6, 4), 1, 8, [0, 1.338, 0.197], [1.15, 0.42, 0.6])
    // The fringe, parted beside the middle, and the hair at the back of the head.
    for (const [x, y, wide, turn] of [
      [-0.15, 1.55, 1, -0.5],
      [-0.05, 1.575, 1.15, -0.15],
      [0.075, 1.57, 1.25, 0.3],
      [0.165, 1.535, 0.9, 0.7],
    ] as const) {
      const lock = ball(0.075, 6, 3)
        .scale(wide, 0.72, 0.5)
        .rotateZ(-turn * 0.7)
      add(lock, 1, 3, [x, y, 0.195 - x * x * 2.2])
    }
    add(ball(0.2, 8, 5), 1, 3, [0, 1.385, -0.085], [1.1, 1.02, 0.78])
  }

  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3))
  geometry.setAttribute('part', new BufferAttribute(new Float32Array(parts), 1))
  geometry.setAttribute('dye', new BufferAttribute(new Float32Array(dyes), 1))
  geometry.setIndex(index)
  return geometry
}
