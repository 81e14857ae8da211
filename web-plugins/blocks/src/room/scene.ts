// The scene document, format 1. The parser never fails because of one object: what it does not understand is set aside
// with its reason, so that a bad import cannot keep people out of a room. Only a document that is no scene is refused.
import { isKind, type KindName, kindOf, type Lamp, showsItem } from './kinds'

export const FORMAT = 1
export const SIZE_M = 64
const HEIGHT_M = 32
const OBJECTS_MAX = 400
const LAMPS_MAX = 200
const SEATS_MAX = 200
const LINKS_MAX = 20
const SPAWNS_MAX = 8

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
  /** Of the kind `model`, and only of that. */
  model?: SceneModel
  /** What a frame or a stand shows; absent if it is empty, also because its item was taken down. */
  item?: SceneItem
}

/** An item of a person that the scene shows. */
export interface SceneItem {
  itemId: string
  name: { ko: string; en: string }
  thumbnailUrl: string
  owner: { userId: string; nickname: string; thumbnail: string | null } | null
  /** It stands in the scene that visitors see. */
  isPlaced: boolean
}

/** An uploaded model. */
export interface SceneModel {
  fileId: string
  /** Where its levels and textures are; null: the file is gone. */
  url: string | null
  name: string
  /** Who made it, and under which licence. */
  credit: string
  /** Metres, at scale 1. */
  size: { x: number; y: number; z: number }
  /** Of the coarsest level. */
  triangles: number
  draws: number
}

/** The models of a scene that the server has. */
export interface ModelFile {
  fileId: string
  url: string
}

/** Where a door leads. */
export interface DoorTarget {
  blockId: string
  worldName: string
  blockName: string
  title: { ko: string; en: string }
}

export const pathOf = ({ worldName, blockName }: DoorTarget) => `/${worldName}/${blockName}`

export interface SceneLink extends Place {
  id: string
  blockId: string
  /** Null: the block is gone, or not for this person. */
  target: DoorTarget | null
}

export const GROUNDS = ['grass', 'stone', 'wood', 'concrete', 'sand', 'snow', 'tile'] as const
export type GroundKind = (typeof GROUNDS)[number]

/** What is heard in a room, and what is in its air. */
export const AMBIENCES = [
  'garden',
  'winter',
  'rain',
  'fire',
  'sea',
  'station',
  'city',
  'cafe',
  'arcade',
] as const
export type Ambience = (typeof AMBIENCES)[number]

export interface Scene {
  seed: number
  /** The side of the square ground, from 0 to `size`. */
  size: number
  ground: { kind: GroundKind; colour: string }
  /** `hue` colours the night; `hour` fixes the time of day, else it is the hour in Seoul. */
  sky: { hue: number; hour: number | null }
  /** Absent: silence. */
  ambience?: Ambience
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

/**
 * `targets`: the blocks behind the doors, as the server knows them. `files`: the models that can be shown. `items`: the items
 * that stand there.
 */
export function parseScene(
  document: unknown,
  targets: DoorTarget[] = [],
  files: ModelFile[] = [],
  items: SceneItem[] = [],
): ParsedScene {
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
  const objects = keep('objects', document.objects, OBJECTS_MAX, (one) => parseObject(one, ids, files, items))
  const links = keep('links', document.links, LINKS_MAX, (one) => parseLink(one, targets))
  const ground = isRecord(document.ground) ? document.ground : {}
  const sky = isRecord(document.sky) ? document.sky : {}
  const size = orElse(document.size, 8, SIZE_M, SIZE_M)
  const centre = { x: size / 2, y: 0, z: size / 2, yaw: 0 }
  const spawns = keep('spawnPoints', document.spawnPoints, SPAWNS_MAX, parsePlace)
  const ambience = AMBIENCES.find((one) => one === document.ambience)
  const scene: Scene = {
    ...(ambience && { ambience }),
    seed: orElse(document.seed, 0, 2 ** 31, 1),
    size,
    ground: {
      kind: GROUNDS.find((kind) => kind === ground.kind) ?? 'stone',
      colour: colour(ground.colour, '#5b5772'),
    },
    sky: { hue: orElse(sky.hue, 0, 360, 250), hour: typeof sky.hour === 'number' ? sky.hour % 24 : null },
    objects: [...objects, ...links.map(doorOf)],
    spawns: spawns.length > 0 ? spawns : [centre],
    seats: keep('seats', document.seats, SEATS_MAX, parsePlace),
    links,
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

/** Each link stands in the room as a door. */
const doorOf = ({ id, x, y, z, yaw }: SceneLink): SceneObject => ({
  ...{ id: `door:${id}`, kind: 'door', x, y, z, yaw },
  ...{ scale: 1, colour: kindOf('door').colour },
})

function parseObject(value: unknown, ids: Set<string>, files: ModelFile[], items: SceneItem[]): SceneObject {
  if (!isRecord(value)) throw new Error('not an object')
  const { id, kind, scale } = value
  if (typeof id !== 'string' || id === '') throw new Error('the id is missing')
  if (ids.has(id)) throw new Error(`the id ${id} is taken`)
  if (typeof kind !== 'string' || !isKind(kind)) throw new Error(`unknown kind ${String(kind)}`)
  const place = parsePlace(value)
  const size = number(scale, 0.1, 10, 1)
  const model = kind === 'model' ? { model: parseModel(value.model, files) } : null
  const item = showsItem(kind) ? items.find(({ itemId }) => itemId === value.item) : undefined
  ids.add(id)
  return {
    ...{ id, kind, ...place, scale: size, colour: colour(value.colour, kindOf(kind).colour), ...model },
    ...(item && { item }),
  }
}

function parseModel(value: unknown, files: ModelFile[]): SceneModel {
  if (!isRecord(value) || !isRecord(value.size)) throw new Error('the model is missing')
  const { fileId, name, credit, size } = value
  const side = (metres: unknown) => number(metres, 0, SIZE_M, 1)
  return {
    fileId: String(fileId),
    url: files.find((one) => one.fileId === fileId)?.url ?? null,
    name: String(name),
    credit: typeof credit === 'string' ? credit : '',
    size: { x: side(size.x), y: side(size.y), z: side(size.z) },
    triangles: number(value.triangles, 1, 60_000, 1000),
    draws: number(value.draws, 1, 15, 1),
  }
}

function parsePlace(value: unknown): Place {
  if (!isRecord(value)) throw new Error('not an object')
  const [x, y, z] = position(value.position)
  return { x, y, z, yaw: (number(value.yaw, -3600, 3600, 0) * Math.PI) / 180 }
}

function parseLink(value: unknown, targets: DoorTarget[]): SceneLink {
  const place = parsePlace(value)
  const { id, blockId } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof blockId !== 'string') throw new Error('a door needs an id and a block')
  return { ...place, id, blockId, target: targets.find((one) => one.blockId === blockId) ?? null }
}

function parseLamp(value: unknown): Lamp {
  if (!isRecord(value)) throw new Error('not an object')
  return {
    at: position(value.position),
    colour: colour(value.colour, '#ffb45e'),
    radius: number(value.range, 0.5, 12, 5),
    power: number(value.intensity, 0, 3, 1),
  }
}

function position(value: unknown): [number, number, number] {
  if (!isRecord(value)) throw new Error('the position is missing')
  const { x, y, z } = value
  for (const [metres, most] of [
    [x, SIZE_M],
    [y, HEIGHT_M],
    [z, SIZE_M],
  ]) {
    if (typeof metres !== 'number' || !(metres >= 0 && metres <= (most as number)))
      throw new Error(`not within 0 to ${String(most)} m`)
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

/** Of the scene itself: a wrong value does not make it unreadable. */
const orElse = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? number(value, least, most, otherwise) : otherwise

const colour = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise
