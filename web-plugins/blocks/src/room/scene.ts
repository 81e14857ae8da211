// The scene document, format 1. The parser never fails because of one object: what it does not understand is set aside
// with its reason, so that a bad import cannot keep people out of a room. Only a document that is no scene is refused.
import { isKind, type KindName, kindOf, type Lamp } from './kinds'

export const FORMAT = 1
export const SIZE_M = 64
const OBJECTS_MAX = 400
const LAMPS_MAX = 200
const SEATS_MAX = 200

export interface Place {
  x: number
  y: number
  z: number
  /** Radians; 0 looks along +z. */
  yaw: number
}

export interface SceneObject extends Place {
  id: string
  kind: KindName
  scale: number
  colour: string
}

export interface SceneLink extends Place {
  /** A path on this site: `/agora/garden`. */
  to: string
  title: { ko: string; en: string }
}

export const GROUNDS = ['grass', 'stone', 'wood', 'concrete'] as const
export type GroundKind = (typeof GROUNDS)[number]

export interface Scene {
  seed: number
  /** The side of the square ground, from 0 to `size`. */
  size: number
  ground: { kind: GroundKind; colour: string }
  /** `hue` colours the night; `hour` fixes the time of day, else it is the hour in Seoul. */
  sky: { hue: number; hour: number | null }
  objects: SceneObject[]
  spawns: Place[]
  seats: Place[]
  links: SceneLink[]
  lamps: Lamp[]
}

export interface ParsedScene {
  scene: Scene
  quarantined: { where: string; why: string }[]
}

export class NotAScene extends Error {}

export function parseScene(document: unknown): ParsedScene {
  if (!isRecord(document)) throw new NotAScene('the document is no object')
  if (document.format !== FORMAT) throw new NotAScene(`format ${String(document.format)} is not supported`)
  const quarantined: ParsedScene['quarantined'] = []
  const keep = <T>(where: string, value: unknown, limit: number, parse: (one: unknown) => T): T[] =>
    list(value).flatMap((one, index) => {
      try {
        if (index >= limit) throw new Error(`more than ${limit}`)
        return [parse(one)]
      } catch (error) {
        quarantined.push({ where: `${where}[${index}]`, why: (error as Error).message })
        return []
      }
    })
  const ids = new Set<string>()
  const objects = keep('objects', document.objects, OBJECTS_MAX, (one) => parseObject(one, ids))
  const ground = isRecord(document.ground) ? document.ground : {}
  const sky = isRecord(document.sky) ? document.sky : {}
  const size = number(document.size, 8, SIZE_M, SIZE_M)
  const centre = { x: size / 2, y: 0, z: size / 2, yaw: 0 }
  const spawns = keep('spawns', document.spawns, 32, parsePlace)
  const scene: Scene = {
    seed: number(document.seed, 0, 2 ** 31, 1),
    size,
    ground: {
      kind: GROUNDS.find((kind) => kind === ground.kind) ?? 'stone',
      colour: colour(ground.colour, '#5b5772'),
    },
    sky: { hue: number(sky.hue, 0, 360, 250), hour: typeof sky.hour === 'number' ? sky.hour % 24 : null },
    objects,
    spawns: spawns.length > 0 ? spawns : [centre],
    seats: keep('seats', document.seats, SEATS_MAX, parsePlace),
    links: keep('links', document.links, 32, parseLink),
    lamps: keep('lights', document.lights, LAMPS_MAX, parseLamp),
  }
  return { scene, quarantined }
}

/** Every lamp of a scene in its coordinates: those of objects, and free ones. */
export function lampsOf(scene: Scene): Lamp[] {
  const ofObjects = scene.objects.flatMap((object) => {
    const { lamp } = kindOf(object.kind)
    if (!lamp) return []
    const at = toScene(object, lamp.at)
    return [{ ...lamp, at, radius: lamp.radius * Math.sqrt(object.scale) }]
  })
  return [...ofObjects, ...scene.lamps].slice(0, LAMPS_MAX)
}

/** A point of an object in the coordinates of its scene. */
export function toScene(
  { x, y, z, yaw, scale }: Place & { scale: number },
  [px, py, pz]: [number, number, number],
): [number, number, number] {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  return [x + (px * cos + pz * sin) * scale, y + py * scale, z + (pz * cos - px * sin) * scale]
}

function parseObject(value: unknown, ids: Set<string>): SceneObject {
  const [id, kind, at, yaw, scale, tint] = list(value)
  if (typeof id !== 'string' || id === '') throw new Error('the id is missing')
  if (ids.has(id)) throw new Error(`the id ${id} is taken`)
  if (typeof kind !== 'string' || !isKind(kind)) throw new Error(`unknown kind ${String(kind)}`)
  const [x, y, z] = position(at)
  ids.add(id)
  return {
    ...{ id, kind, x, y, z },
    yaw: (number(yaw, -3600, 3600, 0) * Math.PI) / 180,
    scale: number(scale, 0.1, 10, 1),
    colour: colour(tint, kindOf(kind).colour),
  }
}

function parsePlace(value: unknown): Place {
  const [px, py, pz, yaw] = list(value)
  const [x, y, z] = position([px, py, pz])
  return { x, y, z, yaw: (number(yaw, -3600, 3600, 0) * Math.PI) / 180 }
}

function parseLink(value: unknown): SceneLink {
  if (!isRecord(value)) throw new Error('a link is an object')
  const { to, title } = value
  // A link stays on this site: one slash at the start, no second one.
  if (typeof to !== 'string' || !/^\/[a-z0-9_-]+(\/[a-z0-9_-]+)?$/i.test(to)) throw new Error('not a path')
  if (!isRecord(title) || typeof title.ko !== 'string' || typeof title.en !== 'string') {
    throw new Error('the title needs both languages')
  }
  return { ...parsePlace(value.at), to, title: { ko: title.ko, en: title.en } }
}

function parseLamp(value: unknown): Lamp {
  const [x, y, z, tint, radius, power] = list(value)
  return {
    at: position([x, y, z]),
    colour: colour(tint, '#ffb45e'),
    radius: number(radius, 0.5, 12, 5),
    power: number(power, 0, 3, 1),
  }
}

function position(value: unknown): [number, number, number] {
  const [x, y, z] = list(value)
  for (const one of [x, y, z]) {
    if (typeof one !== 'number' || !(one >= 0 && one <= SIZE_M))
      throw new Error(`not within 0 to ${SIZE_M} m`)
  }
  return [x as number, y as number, z as number]
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function number(value: unknown, least: number, most: number, otherwise: number): number {
  if (value === undefined || value === null) return otherwise
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('not a number')
  return Math.min(most, Math.max(least, value))
}

const colour = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise
