// How a person is drawn: the look of their presence, as `avatars` made it, or one from their id, so that everybody sees them
// alike.
import { dice } from './dice'

const TOPS = ['#7a63e8', '#e0655f', '#3f9c8a', '#e8a94a', '#4d83d6', '#d56aa4', '#f1ede2', '#5c6b4e']
const BOTTOMS = ['#2f2d4d', '#54453f', '#3d4f68', '#6b6577', '#23223a']
const HAIRS = ['#2a1f24', '#4a3026', '#7a5135', '#b98a54', '#3b3a55', '#b7b3c4']
const SKINS = ['#ffdfc6', '#f3c8a6', '#dca67c', '#b57d56', '#8a5a3f', '#f7d3b8']
const STYLES = ['short', 'buzz', 'bob', 'long', 'ponytail', 'bun', 'curly', 'spiky']

/** Width and height of each body, relative to the regular one. */
const BODIES: Record<string, [number, number]> = {
  ...{ petite: [0.94, 0.9], slim: [0.9, 1], regular: [1, 1], broad: [1.17, 1.02] },
}

/** Height of the left and the right eye, brows (up, or down inside), blush; width, height and curve of the mouth. */
export const FACES: Record<string, [number, number, number, number, number, number, number]> = {
  calm: [1, 1, 0, 0.6, 1, 1, 0],
  smile: [1, 1, 0.2, 1, 1.6, 1, 9],
  bright: [1.05, 1.05, 0.5, 1, 1.7, 2.6, 7],
  wink: [1, 0.16, 0.4, 1, 1.5, 1, 9],
  cool: [0.5, 0.5, -0.3, 0.3, 1.3, 0.8, 3],
  shy: [0.8, 0.8, 0.3, 2, 0.7, 1, 0],
  surprised: [1.25, 1.25, 1.2, 0.6, 0.75, 3.4, 0],
  stern: [0.8, 0.8, -1, 0.3, 1.3, 0.8, -6],
}

export interface Look {
  /** Colours as in CSS. */
  top: string
  bottom: string
  hair: string
  skin: string
  body: [number, number]
  face: [number, number, number, number, number, number, number]
  /** The names of what is drawn on the body: the hair style and the models of gear. */
  models: string[]
  /** Parts of the body that gear covers, as bits of `COVERED`. */
  hides: number
}

/** Not drawn while gear covers them. */
export const COVERED: Record<string, number> = { hair: 1, torso: 2, arms: 4, legs: 8 }

const GEAR_MAX = 4

/** `look` is JSON of the room, which no client checks before: values of another kind are as if absent. */
export function lookOf(user: string, look: string | null): Look {
  const given = parsed(look)
  let seed = 11
  for (const letter of user) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  const random = dice(seed)
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  const colour = (name: string, from: string[]) => {
    const other = pick(from)
    const value = given[name]
    return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : other
  }
  const text = (name: string, other: string) => (typeof given[name] === 'string' ? given[name] : other)
  const colours = {
    ...{ top: colour('top', TOPS), bottom: colour('bottom', BOTTOMS) },
    ...{ hair: colour('hairColor', HAIRS), skin: colour('skin', SKINS) },
  }
  const worn =
    typeof given.gear === 'object' && given.gear ? Object.values(given.gear).slice(0, GEAR_MAX) : []
  const style = text('hair', pick(STYLES))
  const covered = Array.isArray(given.hides) ? given.hides : []
  const hides = covered.reduce((bits: number, part) => bits | (own(COVERED, String(part)) ?? 0), 0)
  const regular = BODIES.regular ?? [1, 1]
  const calm = FACES.smile ?? [1, 1, 0, 1, 1, 1, 0]
  return {
    ...colours,
    body: own(BODIES, text('body', 'regular')) ?? regular,
    face: own(FACES, text('face', 'smile')) ?? calm,
    models: [hides & 1 ? 'buzz' : style, ...worn.map(String)],
    hides,
  }
}

function parsed(look: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(look || '{}')
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

const own = <T>(of: Record<string, T>, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined)
