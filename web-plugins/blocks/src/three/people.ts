// Everybody in a few draws: near bodies, far bodies, round shadows, and one draw for each hair style and each gear model in
// view. The motions are in the vertex shader; this file only writes the attributes of instances.
import {
  BufferAttribute,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  type ShaderMaterial,
} from 'three'
import { MOTIONS, type Motion } from '../room/codes'
import type { Shown } from '../room/interpolation'
import type { Lamp } from '../room/kinds'
import { type Look, lookOf } from '../room/look'
import { bodyGeometry, type Detail } from './body'
import { GEAR } from './gear'
import { HAIR } from './hair'
import { Parts } from './parts'
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
  /** The JSON that `look` was made of. */
  source: string | null
  look: Look
  colours: Record<'top' | 'bottom' | 'hair' | 'skin', Color>
  motion: Motion
  before: Motion
  blend: number
  phase: number
}

export interface Drawn extends Shown {
  slot: number
  user: string
  look: string | null
  /** Drawn by `VrmPeople`: only the shadow is drawn here. */
  isVrm?: boolean
}

const VECTORS = {
  ...{ iAt: 4, iPace: 4, iTop: 3, iBottom: 3, iHair: 3, iSkin: 3, iLamp: 3, iFace: 4, iMouth: 3, iBody: 3 },
} as const

/** At most so many, the nearest, have the fine body; fewer on weak devices. */
const FINE_MAX = 24
/** At most so many have their hair style and their gear. */
const DRESSED_MAX = 48

export class People {
  readonly group = new Group()
  private readonly material = peopleMaterial()
  private readonly fine: Crowd
  private readonly coarse: Crowd
  /** By the name of the hair style or the model; made when it is first seen. */
  private readonly models = new Map<string, Crowd | null>()
  private readonly shadow = new InstancedBufferGeometry()
  private readonly shadowAt: InstancedBufferAttribute
  private readonly known = new Map<string, Person>()
  private readonly capacity: number
  private readonly lamps: Lamp[]
  private readonly detail: Detail

  constructor(capacity: number, lamps: Lamp[], detail: Detail = 1) {
    this.detail = detail
    this.capacity = capacity
    this.lamps = lamps
    this.fine = this.crowd(FINE_MAX, bodyGeometry(detail))
    this.coarse = this.crowd(capacity, bodyGeometry(0))
    const plane = new PlaneGeometry(1, 1)
    this.shadow.setIndex(new BufferAttribute(new Uint16Array([0, 2, 1, 2, 3, 1]), 1))
    this.shadow.setAttribute('position', plane.getAttribute('position'))
    this.shadowAt = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4)
    this.shadow.setAttribute('iAt', this.shadowAt)
    const shadows = new Mesh(this.shadow, shadowMaterial())
    shadows.renderOrder = 1
    shadows.frustumCulled = false
    this.group.add(shadows)
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
    const dressed = Math.min(DRESSED_MAX, fine * 1.25)
    const away = (one: Drawn) => (one.x - eye.x) ** 2 + (one.z - eye.z) ** 2
    const shown = [...people].sort((a, b) => away(a) - away(b)).slice(0, this.capacity)
    shown.forEach((drawn, i) => {
      const person = this.person(drawn, seconds)
      const lit = lampLight(this.lamps, drawn.x, drawn.y + 1, drawn.z, tint)
      const body = i < fine ? this.fine : this.coarse
      if (!drawn.isVrm) body.write(drawn, person, lit)
      if (i < dressed && !drawn.isVrm)
        for (const name of person.look.models) this.model(name)?.write(drawn, person, lit)
      const floor = floorAt(drawn)
      this.shadowAt.setXYZW(i, drawn.x, floor, drawn.z, 0.5 / (1 + (drawn.y - floor) * 2))
    })
    for (const crowd of [this.fine, this.coarse, ...this.models.values()]) crowd?.show()
    this.shadowAt.needsUpdate = true
    this.shadow.instanceCount = shown.length
    if (this.known.size > people.length + 50) this.forget(people)
  }

  dispose() {
    this.group.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh<InstancedBufferGeometry, ShaderMaterial>>
      geometry?.dispose()
      material?.dispose()
    })
  }

  private crowd(capacity: number, geometry: InstancedBufferGeometry): Crowd {
    const crowd = new Crowd(capacity, geometry)
    const mesh = new Mesh(geometry, this.material)
    mesh.frustumCulled = false
    crowd.onShow = (isAny) => {
      mesh.visible = isAny
    }
    this.group.add(mesh)
    return crowd
  }

  /** Null for names that are not drawn. */
  private model(name: string): Crowd | null {
    const known = this.models.get(name)
    if (known !== undefined) return known
    const build = Object.hasOwn(HAIR, name) ? HAIR[name] : Object.hasOwn(GEAR, name) ? GEAR[name] : undefined
    const parts = new Parts(Math.max(1, this.detail))
    build?.(parts)
    const made = build ? this.crowd(DRESSED_MAX, parts.geometry()) : null
    this.models.set(name, made)
    return made
  }

  private person({ user, motion, look }: Drawn, seconds: number): Person {
    const known = this.known.get(user)
    const start = (user.charCodeAt(user.length - 1) % 7) * 0.9
    const person = known ?? {
      ...{ source: look, ...dressed(user, look), motion, before: motion, blend: 1, phase: start },
    }
    if (!known) this.known.set(user, person)
    if (person.source !== look) {
      Object.assign(person, { source: look, ...dressed(user, look) })
    }
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

/** The instances of one geometry. Each frame: `write` for every instance, then `show`. */
class Crowd {
  onShow: (isAny: boolean) => void = () => undefined
  private readonly attributes: Record<keyof typeof VECTORS, InstancedBufferAttribute>
  private count = 0
  private readonly geometry: InstancedBufferGeometry

  constructor(capacity: number, geometry: InstancedBufferGeometry) {
    this.geometry = geometry
    this.attributes = Object.fromEntries(
      Object.entries(VECTORS).map(([name, size]) => [
        name,
        new InstancedBufferAttribute(new Float32Array(capacity * size), size),
      ]),
    ) as typeof this.attributes
    for (const [name, attribute] of Object.entries(this.attributes)) geometry.setAttribute(name, attribute)
  }

  write(at: Shown, { motion, before, phase, blend, look, colours }: Person, lit: Color) {
    const i = this.count++
    const { iAt, iPace, iTop, iBottom, iHair, iSkin, iLamp, iFace, iMouth, iBody } = this.attributes
    iAt.setXYZW(i, at.x, at.y, at.z, at.yaw)
    iPace.setXYZW(i, MOTIONS.indexOf(motion), phase, MOTIONS.indexOf(before), blend)
    const { top, bottom, hair, skin } = colours
    const { face, body } = look
    iTop.setXYZ(i, top.r, top.g, top.b)
    iBottom.setXYZ(i, bottom.r, bottom.g, bottom.b)
    iHair.setXYZ(i, hair.r, hair.g, hair.b)
    iSkin.setXYZ(i, skin.r, skin.g, skin.b)
    iLamp.setXYZ(i, lit.r, lit.g, lit.b)
    iFace.setXYZW(i, face[0], face[1], face[2], face[3])
    iMouth.setXYZ(i, face[4], face[5], face[6])
    iBody.setXYZ(i, body[0], body[1], look.hides)
  }

  show() {
    for (const attribute of Object.values(this.attributes)) attribute.needsUpdate = true
    this.geometry.instanceCount = this.count
    this.onShow(this.count > 0)
    this.count = 0
  }
}

const tint = new Color()

function dressed(user: string, source: string | null): Pick<Person, 'look' | 'colours'> {
  const look = lookOf(user, source)
  const { top, bottom, hair, skin } = look
  const colours = {
    top: new Color(top),
    bottom: new Color(bottom),
    hair: new Color(hair),
    skin: new Color(skin),
  }
  return { look, colours }
}
