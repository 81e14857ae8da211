// What a scene costs, against what the server stores and a phone can draw. Pure.
import { isKind, kindOf } from '../room/kinds'
import { type SceneDocument, toStored } from './document'

export const MEASURES = [
  'triangles',
  'draws',
  'objects',
  'lamps',
  'seats',
  'doors',
  'items',
  'spawns',
  'bytes',
] as const
export type Measure = (typeof MEASURES)[number]
export type Budget = Record<Measure, number>

export const LIMITS: Budget = {
  triangles: 60_000,
  draws: 60,
  objects: 400,
  lamps: 200,
  seats: 200,
  doors: 20,
  items: 20,
  spawns: 8,
  bytes: 512 * 1024,
}
/** From this share on, the meter warns. */
export const WARN_SHARE = 0.85

/** The ground, its surroundings and the sky. */
const BASE_TRIANGLES = 52 * 52 * 2 + 16 + 288
/** The sky, the stars, the ground, the glows, people and their names. */
const BASE_DRAWS = 7
/** Objects of a square of this side are drawn at once. */
const CHUNK_M = 11
/** The rest of the request that saves. */
const ENVELOPE_BYTES = 64

/** `trianglesOf`: how many triangles a kind has. */
export function budgetOf(document: SceneDocument, trianglesOf: (kind: string) => number): Budget {
  const { objects, lights, links, spawnPoints } = document
  const stored = toStored(document)
  const items = objects.filter(({ item }) => item !== undefined).length
  const hasLamp = (kind: string) => isKind(kind) && kindOf(kind).lamp !== undefined
  const lamps = objects.filter(({ kind }) => hasLamp(kind)).length + lights.length
  const chunks = new Set(
    [...objects.filter(({ model }) => !model), ...links].map(
      ({ position: { x, z } }) => `${Math.floor(x / CHUNK_M)} ${Math.floor(z / CHUNK_M)}`,
    ),
  )
  const solid = objects.reduce((sum, { kind, model }) => sum + (model?.triangles ?? trianglesOf(kind)), 0)
  const models = new Map(objects.flatMap(({ model }) => (model ? [[model.fileId, model.draws]] : [])))
  const modelDraws = [...models.values()].reduce((sum, draws) => sum + draws, 0)
  return {
    triangles: BASE_TRIANGLES + solid + links.length * trianglesOf('door') + lamps * 2,
    draws: BASE_DRAWS + chunks.size + modelDraws + Math.min(1, items),
    objects: objects.length,
    lamps,
    seats: stored.seats.length,
    doors: links.length,
    items,
    spawns: spawnPoints.length,
    bytes: JSON.stringify(stored).length + ENVELOPE_BYTES,
  }
}

/** The first limit that a change exceeds. A scene that is over a limit may still become smaller. */
export const exceeded = (before: Budget, after: Budget): Measure | null =>
  MEASURES.find((measure) => after[measure] > LIMITS[measure] && after[measure] > before[measure]) ?? null
