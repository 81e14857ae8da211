// How a person is drawn: the look of their presence, as `avatars` made it, or one from their id, so that everybody sees them
// alike.
import { BODIES, BOTTOM_STYLES, type Drawn, FACES, HAIRS, TOP_STYLES } from '@witverse/people/styles'
import { dice } from './dice'

type Options<T extends string = string> = readonly [T, ...T[]]

const TOPS: Options = ['#7a63e8', '#e0655f', '#3f9c8a', '#e8a94a', '#4d83d6', '#d56aa4', '#f1ede2', '#5c6b4e']
const BOTTOMS: Options = ['#2f2d4d', '#54453f', '#3d4f68', '#6b6577', '#23223a']
const HAIR_COLORS: Options = ['#2a1f24', '#4a3026', '#7a5135', '#b98a54', '#3b3a55', '#b7b3c4']
const SKINS: Options = ['#ffdfc6', '#f3c8a6', '#dca67c', '#b57d56', '#8a5a3f', '#f7d3b8']
/** Clothes of people who have not chosen. */
const PLAIN_TOPS = ['tee', 'long-sleeve', 'hoodie', 'knit', 'shirt'] as const
const PLAIN_BOTTOMS = ['trousers', 'jeans', 'joggers', 'shorts'] as const
const COVERED = ['hair', 'torso', 'arms', 'legs'] as const

export interface Look extends Drawn {
  /** The models of gear that are worn. */
  models: string[]
}

const GEAR_MAX = 4

/** `look` is JSON of the room, which no client checks before: values of another kind are as if absent. */
export function lookOf(user: string, look: string | null): Look {
  const given = parsed(look)
  let seed = 11
  for (const letter of user) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  const random = dice(seed)
  const pick = <T extends string>(from: Options<T>): T => from[Math.floor(random() * from.length)] ?? from[0]
  const colour = (name: string, from: Options) => {
    const other = pick(from)
    const value = given[name]
    return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : other
  }
  const option = <T extends string>(name: string, from: Options<T>, other: T = pick(from)): T =>
    from.find((one) => one === given[name]) ?? other
  const worn = typeof given.gear === 'object' && given.gear ? { ...given.gear } : {}
  const hides = Array.isArray(given.hides)
    ? COVERED.filter((part) => (given.hides as unknown[]).includes(part))
    : []
  return {
    v: 2,
    ...{ top: colour('top', TOPS), bottom: colour('bottom', BOTTOMS) },
    ...{ hairColor: colour('hairColor', HAIR_COLORS), skin: colour('skin', SKINS) },
    ...{ body: option('body', BODIES, 'regular'), face: option('face', FACES, 'smile') },
    hair: option('hair', HAIRS),
    topStyle: option('topStyle', TOP_STYLES, pick(PLAIN_TOPS)),
    bottomStyle: option('bottomStyle', BOTTOM_STYLES, pick(PLAIN_BOTTOMS)),
    gear: {},
    hides,
    models: Object.values(worn).slice(0, GEAR_MAX).map(String),
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
