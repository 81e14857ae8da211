// Copying between blocks: a JSON text in the clipboard, and in the browser's storage where pages may not read it.
import { onDevice } from '@witverse/sdk'
import { isKind } from '../room/kinds'
import type { Copied } from './commands'
import {
  clamp,
  type Door,
  HEIGHT_M,
  isDoor,
  isObject,
  normalYaw,
  type PlacedModel,
  type PlacedObject,
  SCALE,
  SIZE_M,
  stepped,
  type Thing,
} from './document'

const STORED = 'witverse.editor.clipboard'
const MARK = 'witverse-scene'
const ITEMS_MAX = 400

export interface Pasted extends Copied {
  /** How many things were left out because they are unknown or broken. */
  dropped: number
}

export const textOf = (things: readonly Thing[]): string =>
  JSON.stringify({ type: MARK, format: 1, objects: things.filter(isObject), links: things.filter(isDoor) })

/** Null if the text is no copied part of a scene. */
export function parseCopied(text: string | null): Pasted | null {
  let value: unknown
  try {
    value = JSON.parse(text ?? '')
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { type, objects, links } = value as Record<string, unknown>
  if (type !== MARK) return null
  let dropped = 0
  const keep = <T>(list: unknown, parse: (one: Record<string, unknown>) => T | null): T[] =>
    (Array.isArray(list) ? list : []).flatMap((one: unknown, index) => {
      const parsed = index < ITEMS_MAX && typeof one === 'object' && one !== null ? parse({ ...one }) : null
      if (parsed === null) dropped += 1
      return parsed === null ? [] : [parsed]
    })
  return { objects: keep(objects, parseObject), links: keep(links, parseDoor), dropped }
}

function parsePlace(one: Record<string, unknown>) {
  const { x, y, z } = (one.position ?? {}) as Record<string, unknown>
  if (![x, y, z, one.yaw].every((value) => typeof value === 'number' && Number.isFinite(value))) return null
  const metres = (value: unknown, most: number) => stepped(clamp(value as number, 0, most))
  const position = { x: metres(x, SIZE_M.most), y: metres(y, HEIGHT_M), z: metres(z, SIZE_M.most) }
  return { id: 'copied', position, yaw: normalYaw(one.yaw as number) }
}

function parseObject(one: Record<string, unknown>): PlacedObject | null {
  const place = parsePlace(one)
  const { kind, scale, colour } = one
  if (!place || typeof kind !== 'string' || !isKind(kind) || kind === 'door') return null
  if (typeof colour !== 'string' || !/^#[0-9a-f]{6}$/.test(colour)) return null
  const size = typeof scale === 'number' && Number.isFinite(scale) ? scale : 1
  const model = kind === 'model' ? parseModel(one.model) : undefined
  if (model === null) return null
  const kept = { ...place, kind, scale: stepped(clamp(size, SCALE.least, SCALE.most)), colour }
  return model ? { ...kept, model } : kept
}

function parseModel(value: unknown): PlacedModel | null {
  if (typeof value !== 'object' || value === null) return null
  const { fileId, name, credit, size, triangles, draws } = value as Record<string, unknown>
  const { x, y, z } = (size ?? {}) as Record<string, unknown>
  const isText = [fileId, name, credit].every((text) => typeof text === 'string')
  const isCount = [x, y, z, triangles, draws].every((count) => typeof count === 'number' && count >= 0)
  if (!isText || !isCount || !/^[0-9a-f-]{36}$/.test(String(fileId))) return null
  return { fileId, name, credit, size: { x, y, z }, triangles, draws } as PlacedModel
}

function parseDoor(one: Record<string, unknown>): Door | null {
  const place = parsePlace(one)
  const { blockId } = one
  if (!place || typeof blockId !== 'string' || !/^[0-9a-f-]{36}$/.test(blockId)) return null
  return { ...place, blockId }
}

/** Browsers may refuse the clipboard: the browser's storage has the text too. */
export async function writeCopied(text: string): Promise<void> {
  onDevice.setItem(STORED, text)
  await navigator.clipboard?.writeText(text).catch(() => undefined)
}

export async function readCopied(): Promise<Pasted | null> {
  const text = await navigator.clipboard?.readText?.().catch(() => null)
  return parseCopied(text ?? null) ?? parseCopied(onDevice.getItem(STORED))
}
