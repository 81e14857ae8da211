// The scene document of the editor: the document that the server stores, as immutable data. Pure: no React, no three.
//
// Seats of objects are not stored here. They follow from the objects (`seatsOf`) and are added when the document is saved;
// `seats` holds only those that belong to no object.
import { isKind, type KindName, kindOf } from '../room/kinds'
import { type Ambience, GROUNDS, type GroundKind, type SceneModel, toScene } from '../room/scene'

export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A place with a direction, in degrees. */
export interface Spot {
  readonly id: string
  readonly position: Position
  readonly yaw: number
}

export interface PlacedObject extends Spot {
  /** A kind of the catalogue; older clients do not know every kind of the server. */
  readonly kind: string
  readonly scale: number
  readonly colour: string
  /** Of the kind `model`. */
  readonly model?: PlacedModel
  /** The id of the item that a frame or a stand shows. */
  readonly item?: string
}

/** An uploaded model, as a scene stores it. */
export type PlacedModel = Readonly<Omit<SceneModel, 'url'>>

export interface Door extends Spot {
  readonly blockId: string
}

export interface FreeLight {
  readonly id: string
  readonly position: Position
  readonly colour: string
  readonly intensity: number
  readonly range: number
}

export interface SceneDocument {
  readonly format: 1
  readonly seed: number
  readonly size: number
  readonly ground: { readonly kind: GroundKind; readonly colour: string }
  readonly sky: { readonly hue: number; readonly hour: number | null }
  readonly ambience?: Ambience
  readonly objects: readonly PlacedObject[]
  readonly spawnPoints: readonly Spot[]
  readonly seats: readonly Spot[]
  readonly links: readonly Door[]
  readonly lights: readonly FreeLight[]
}

/** The lists of a document, by the type of their entries. */
export interface Lists {
  objects: PlacedObject
  links: Door
  spawnPoints: Spot
  seats: Spot
  lights: FreeLight
}
export type ListName = keyof Lists
export type Thing = Lists[ListName]
export const LISTS = ['objects', 'links', 'spawnPoints', 'seats', 'lights'] as const satisfies ListName[]

export const HEIGHT_M = 32
export const SIZE_M = { least: 8, most: 64 }
export const SCALE = { least: 0.25, most: 4 }
export const GRID_M = 0.5
export const FINE_M = 0.1
export const TURN_DEGREES = 15
const ID_MAX = 40
/** A stored seat this close to the seat of an object is that seat. */
const SAME_SEAT_M = 0.4

/** In steps of 0.01, as the server stores numbers. */
export const stepped = (value: number): number => Math.round(value * 100) / 100 + 0
export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))
export const snapped = (value: number, grid: number): number => stepped(Math.round(value / grid) * grid)
export const normalYaw = (degrees: number): number => stepped(((degrees % 360) + 360) % 360) % 360

/** A position within the floor, in steps. */
export function positionIn(document: SceneDocument, { x, y, z }: Position): Position {
  const { size } = document
  return {
    x: stepped(clamp(x, 0, size)),
    y: stepped(clamp(y, 0, HEIGHT_M)),
    z: stepped(clamp(z, 0, size)),
  }
}

export interface Found {
  list: ListName
  at: number
  thing: Thing
}

export function find(document: SceneDocument, id: string): Found | null {
  for (const list of LISTS) {
    const at = document[list].findIndex((one) => one.id === id)
    const thing = document[list][at]
    if (thing) return { list, at, thing }
  }
  return null
}

export const isObject = (thing: Thing): thing is PlacedObject => 'kind' in thing
export const isDoor = (thing: Thing): thing is Door => 'blockId' in thing

/** The ids of what one can select: objects, doors, spawn points, in this order. */
export const idsOf = ({ objects, links, spawnPoints }: SceneDocument): string[] =>
  [...objects, ...links, ...spawnPoints].map(({ id }) => id)

const allIds = (document: SceneDocument): Set<string> =>
  new Set(LISTS.flatMap((list) => document[list].map(({ id }) => id)))

/** Returns ids that no thing of the document has: `bench-1`, `bench-2`, … */
export function freeIds(document: SceneDocument): (stem: string) => string {
  const taken = allIds(document)
  return (stem) => {
    const plain = stem.replaceAll(/[^a-z0-9_-]/g, '').slice(0, ID_MAX - 6) || 'thing'
    for (let number = 1; ; number++) {
      const id = `${plain}-${number}`
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A point of an object in the coordinates of the scene. */
export function pointOf({ position, yaw, scale }: PlacedObject, at: [number, number, number]): Position {
  const [x, y, z] = toScene({ ...position, yaw: radians(yaw), scale }, at)
  return { x, y, z }
}

/** The seats of objects. `isTaken` says which ids other things have. */
export function seatsOf(objects: readonly PlacedObject[], isTaken = (_id: string) => false): Spot[] {
  const used = new Set<string>()
  return objects.flatMap((object) => {
    if (!isKind(object.kind)) return []
    return (kindOf(object.kind).seats ?? []).map((seat, index) => {
      let id = `${object.id.slice(0, ID_MAX - 8)}-seat${index + 1}`
      for (let more = 2; used.has(id) || isTaken(id); more++) id = `${id.slice(0, ID_MAX - 4)}-${more}`
      used.add(id)
      return { id, position: pointOf(object, seat.at), yaw: normalYaw(object.yaw + seat.yaw) }
    })
  })
}

/** The document with the seats of its objects, as the server stores it. */
export function toStored(document: SceneDocument): SceneDocument {
  const taken = allIds(document)
  const seats = seatsOf(document.objects, (id) => taken.has(id)).map((seat) => ({
    ...seat,
    position: positionIn(document, seat.position),
  }))
  return { ...document, seats: [...document.seats, ...seats] }
}

/** A stored document, without the seats that belong to its objects. */
export function fromStored(stored: SceneDocument): SceneDocument {
  const own = seatsOf(stored.objects)
  const isOwn = ({ id, position }: Spot) =>
    own.some(
      (seat) =>
        seat.id === id ||
        (Math.hypot(seat.position.x - position.x, seat.position.z - position.z) < SAME_SEAT_M &&
          Math.abs(seat.position.y - position.y) < 1),
    )
  const { format, seed, size, ground, sky, ambience, objects, spawnPoints, links, lights } = stored
  const seats = stored.seats.filter((seat) => !isOwn(seat))
  return {
    ...{ format, seed, size, ground, sky, objects, spawnPoints, seats, links, lights },
    ...(ambience && { ambience }),
  }
}

export const isSame = (a: SceneDocument, b: SceneDocument): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** Whether a stored text is a document that the editor can open. */
export function isDocument(value: unknown): value is SceneDocument {
  if (typeof value !== 'object' || value === null) return false
  const { format, size, ground, sky } = value as Partial<SceneDocument>
  const lists = value as Record<string, unknown>
  return (
    format === 1 &&
    typeof size === 'number' &&
    GROUNDS.some((kind) => kind === ground?.kind) &&
    typeof sky?.hue === 'number' &&
    LISTS.every((list) => Array.isArray(lists[list]))
  )
}

/** The kinds that one can place. Doors are links, which have a list of their own. */
export const canPlace = (kind: KindName): boolean => kind !== 'door' && kind !== 'model'
