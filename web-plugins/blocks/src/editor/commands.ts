// What one can do to a document. Each command is data: what was before and what comes after, so that its inverse is the
// same command the other way round. The functions return null if there is nothing to do.
import { isKind, kindOf } from '../room/kinds'
import {
  clamp,
  type Door,
  find,
  freeIds,
  HEIGHT_M,
  isObject,
  LISTS,
  type ListName,
  normalYaw,
  type PlacedObject,
  type Position,
  positionIn,
  SCALE,
  type SceneDocument,
  SIZE_M,
  type Spot,
  stepped,
  type Thing,
} from './document'

export type CommandName =
  | 'add'
  | 'remove'
  | 'move'
  | 'turn'
  | 'scale'
  | 'recolour'
  | 'rename'
  | 'duplicate'
  | 'paste'
  | 'surroundings'
  | 'door'
  | 'item'
  | 'replace'

type Surroundings = Pick<SceneDocument, 'size' | 'ground' | 'sky'>

export type Change =
  | { list: ListName; at: number; before: Thing | null; after: Thing | null }
  | { before: Surroundings; after: Surroundings }
  | { whole: true; before: SceneDocument; after: SceneDocument }

export interface Command {
  name: CommandName
  changes: readonly Change[]
  /** What is selected afterwards; undefined: as before. */
  select?: readonly string[]
}

export function apply(document: SceneDocument, { changes }: Command): SceneDocument {
  let now = document
  for (const change of changes) now = applyOne(now, change)
  return now
}

function applyOne(document: SceneDocument, change: Change): SceneDocument {
  if ('whole' in change) return change.after
  if (!('list' in change)) return { ...document, ...change.after }
  const list: Thing[] = [...document[change.list]]
  list.splice(change.at, change.before ? 1 : 0, ...(change.after ? [change.after] : []))
  return { ...document, [change.list]: list }
}

export const inverse = ({ name, changes }: Command): Command => ({
  name,
  changes: changes
    .map((change) => ({ ...change, before: change.after, after: change.before }) as Change)
    .reverse(),
})

/** Replaces things by what `next` makes of them. */
function change(
  document: SceneDocument,
  name: CommandName,
  ids: readonly string[],
  next: (thing: Thing) => Thing,
): Command | null {
  const changes = ids.flatMap((id) => {
    const found = find(document, id)
    if (!found) return []
    const after = next(found.thing)
    const isSame = JSON.stringify(after) === JSON.stringify(found.thing)
    return isSame ? [] : [{ list: found.list, at: found.at, before: found.thing, after }]
  })
  return changes.length > 0 ? { name, changes } : null
}

const insert = (list: ListName, at: number, after: Thing): Change => ({ list, at, before: null, after })

/** A new object of a kind, in its colour. */
export function add(document: SceneDocument, kind: string, position: Position, yaw = 0): Command | null {
  if (!isKind(kind)) return null
  const id = freeIds(document)(kind)
  const object: PlacedObject = {
    ...{ id, kind, position: positionIn(document, position), yaw: normalYaw(yaw) },
    ...{ scale: 1, colour: kindOf(kind).colour },
  }
  return { name: 'add', changes: [insert('objects', document.objects.length, object)], select: [id] }
}

/** The last spawn point stays: people have to begin somewhere. */
export function remove(document: SceneDocument, ids: readonly string[]): Command | null {
  const chosen = new Set(ids)
  const isLast = document.spawnPoints.every(({ id }) => chosen.has(id))
  if (isLast) chosen.delete(document.spawnPoints[0]?.id ?? '')
  const changes = LISTS.flatMap((list) => {
    const things: readonly Thing[] = document[list]
    // From the end, so that the places of the others stay.
    return things
      .map((before, at) => ({ list, at, before, after: null }))
      .filter(({ before }) => chosen.has(before.id))
      .reverse()
  })
  return changes.length > 0 ? { name: 'remove', changes, select: [] } : null
}

const things = (document: SceneDocument, ids: readonly string[]): Thing[] =>
  ids.flatMap((id) => find(document, id)?.thing ?? [])

/** Moves things together; all stay on the floor and keep their distances. */
export function move(document: SceneDocument, ids: readonly string[], by: Position): Command | null {
  const moved = things(document, ids).map(({ position }) => position)
  const within = (axis: 'x' | 'y' | 'z', most: number) => {
    const values = moved.map((position) => position[axis])
    return clamp(by[axis], -Math.min(...values), Math.max(0, most - Math.max(...values)))
  }
  if (moved.length === 0) return null
  const { size } = document
  const step = { x: within('x', size), y: within('y', HEIGHT_M), z: within('z', size) }
  return change(document, 'move', ids, (thing) => {
    const { x, y, z } = thing.position
    return { ...thing, position: positionIn(document, { x: x + step.x, y: y + step.y, z: z + step.z }) }
  })
}

/** Puts one thing at a position. */
export const placeAt = (document: SceneDocument, id: string, position: Position): Command | null =>
  change(document, 'move', [id], (thing) => ({ ...thing, position: positionIn(document, position) }))

/** The middle of things, seen from above. */
export function middleOf(document: SceneDocument, ids: readonly string[]): { x: number; z: number } {
  const all = things(document, ids)
  const sum = (axis: 'x' | 'z') => all.reduce((total, { position }) => total + position[axis], 0)
  const count = Math.max(1, all.length)
  return { x: sum('x') / count, z: sum('z') / count }
}

/** Turns things by degrees; several turn around their middle. */
export function turn(document: SceneDocument, ids: readonly string[], degrees: number): Command | null {
  const middle = middleOf(document, ids)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return change(document, 'turn', ids, (thing) => {
    const turned = 'yaw' in thing ? { ...thing, yaw: normalYaw(thing.yaw + degrees) } : thing
    if (ids.length === 1) return turned
    const { x, y, z } = thing.position
    const [dx, dz] = [x - middle.x, z - middle.z]
    const position = { x: middle.x + dx * cos + dz * sin, y, z: middle.z + dz * cos - dx * sin }
    return { ...turned, position: positionIn(document, position) }
  })
}

export const turnTo = (document: SceneDocument, id: string, degrees: number): Command | null =>
  change(document, 'turn', [id], (thing) => ('yaw' in thing ? { ...thing, yaw: normalYaw(degrees) } : thing))

const scaled = (value: number): number => stepped(clamp(value, SCALE.least, SCALE.most))

export const scale = (document: SceneDocument, ids: readonly string[], by: number): Command | null =>
  change(document, 'scale', ids, (thing) =>
    isObject(thing) ? { ...thing, scale: scaled(thing.scale + by) } : thing,
  )

export const scaleTo = (document: SceneDocument, ids: readonly string[], value: number): Command | null =>
  change(document, 'scale', ids, (thing) => (isObject(thing) ? { ...thing, scale: scaled(value) } : thing))

export function recolour(document: SceneDocument, ids: readonly string[], colour: string): Command | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null
  return change(document, 'recolour', ids, (thing) =>
    'colour' in thing ? { ...thing, colour: colour.toLowerCase() } : thing,
  )
}

/** Copies of objects, doors and spawn points beside the first ones. */
export function duplicate(document: SceneDocument, ids: readonly string[], by: Position): Command | null {
  return insertCopies(document, 'duplicate', things(document, ids), by)
}

export interface Copied {
  objects: readonly PlacedObject[]
  links: readonly Door[]
}

/** Things of this or another block, so that their middle is at a place. */
export function paste(
  document: SceneDocument,
  { objects, links }: Copied,
  at: { x: number; z: number } | null,
): Command | null {
  const all: Thing[] = [...objects, ...links]
  const count = Math.max(1, all.length)
  const mean = (axis: 'x' | 'z') => all.reduce((sum, { position }) => sum + position[axis], 0) / count
  const by = at ? { x: at.x - mean('x'), y: 0, z: at.z - mean('z') } : { x: 0, y: 0, z: 0 }
  return insertCopies(document, 'paste', all, by)
}

function insertCopies(
  document: SceneDocument,
  name: CommandName,
  copied: readonly Thing[],
  by: Position,
): Command | null {
  const freeId = freeIds(document)
  const next = { objects: 0, links: 0, spawnPoints: 0, seats: 0, lights: 0 }
  for (const list of LISTS) next[list] = document[list].length
  const select: string[] = []
  const changes = copied.map((thing) => {
    const list = isObject(thing) ? 'objects' : (find(document, thing.id)?.list ?? 'links')
    const id = freeId(isObject(thing) ? thing.kind : list === 'links' ? 'door' : 'spawn')
    const { x, y, z } = thing.position
    const position = positionIn(document, { x: x + by.x, y: y + by.y, z: z + by.z })
    select.push(id)
    return insert(list, next[list]++, { ...withoutItem(thing), id, position })
  })
  return changes.length > 0 ? { name, changes, select } : null
}

/** An item stands in a scene once. */
function withoutItem(thing: Thing): Thing {
  if (!isObject(thing)) return thing
  const { item: _, ...rest } = thing
  return rest
}

/** Changes the floor, the sky or the size. What would lie beyond a smaller floor comes back to its edge. */
export function surround(document: SceneDocument, wanted: Partial<Surroundings>): Command | null {
  const { size, ground, sky } = document
  const before = { size, ground, sky }
  const side = clamp(Math.round(wanted.size ?? size), SIZE_M.least, SIZE_M.most)
  const after = { size: side, ground: wanted.ground ?? ground, sky: wanted.sky ?? sky }
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  const smaller = { ...document, ...after }
  const ids = LISTS.flatMap((list) => document[list].map(({ id }) => id))
  const moved = change(document, 'surroundings', ids, (thing) => ({
    ...thing,
    position: positionIn(smaller, thing.position),
  }))
  return { name: 'surroundings', changes: [...(moved?.changes ?? []), { before, after }] }
}

export function addSpawn(document: SceneDocument, position: Position): Command {
  const spot: Spot = { id: freeIds(document)('spawn'), position: positionIn(document, position), yaw: 0 }
  return {
    name: 'add',
    changes: [insert('spawnPoints', document.spawnPoints.length, spot)],
    select: [spot.id],
  }
}

export function addDoor(document: SceneDocument, blockId: string, position: Position): Command {
  const door: Door = {
    ...{ id: freeIds(document)('door'), position: positionIn(document, position) },
    ...{ yaw: 0, blockId },
  }
  return { name: 'door', changes: [insert('links', document.links.length, door)], select: [door.id] }
}

/** Lets a door lead to another block. */
export const retarget = (document: SceneDocument, id: string, blockId: string): Command | null =>
  change(document, 'door', [id], (thing) => ('blockId' in thing ? { ...thing, blockId } : thing))

/** Another document in place of this one: an earlier version, or unsaved changes of this device. */
export const replace = (before: SceneDocument, after: SceneDocument): Command => ({
  name: 'replace',
  changes: [{ whole: true, before, after }],
  select: [],
})
