// The list of pieces that a person is put together from: head, hair, top (with arms and hands), bottom (with legs and shoes).
// They overlap and move by the same function of space, so there is no seam to match.

import { WRIST } from '../src/skeleton'
import { BOTTOM_STYLES, HAIRS, TOP_STYLES } from '../src/styles'
import { alongArm, arm, bust, cheeks, face, figure, trunk } from './body'
import { BOTTOM_FORMS, tucked } from './bottoms'
import { HAIR_FORMS } from './hair'
import type { ByLevel, Level, Part, Recipe, Slot, Top } from './part'
import { carve, egg, type Field, grow, join, ramp, swell, within } from './sdf'
import { TOP_FORMS } from './tops'

/** About 4,000, 1,500 and 400 triangles a person, and as few as the shape allows far away. */
const TRIANGLES: Record<Slot, ByLevel> = {
  head: [860, 300, 92, 34],
  hair: [940, 360, 104, 44],
  top: [1280, 480, 116, 44],
  bottom: [920, 360, 88, 34],
}
/** Outlines of curls and spikes are all edge: more triangles close up. */
const MORE_TRIANGLES: Record<string, ByLevel> = {
  'hair-curly': [1300, 400, 104, 44],
  'hair-spiky': [1200, 400, 110, 48],
  'bottom-bare': [700, 270, 60, 24],
}
/** Of the grid: fewer points on coarse levels. */
const STEP: ByLevel = [1, 1.6, 2.1, 2.5]
/** How much of the folds of cloth a level can hold. */
const FOLD: ByLevel = [1, 0.8, 0, 0]
/** Coarse skin shrinks and coarse cloth and hair grow, so that neither cuts through the other's chords. */
const BUST: ByLevel = [-0.004, -0.006, -0.014, -0.018]
const COVER: Partial<Record<Part['dye'], ByLevel>> = {
  top: [0, 0.003, 0.006, 0.009],
  hair: [0, 0.003, 0.009, 0.016],
}
/** Below the hair, which has few triangles there. */
const CRANIUM: ByLevel = [0, 0, 0.009, 0.022]
/** The waist below tops. */
const TUCK: ByLevel = [0, -0.003, -0.012, -0.018]
/** Where bottoms end inside of tops. */
const WAIST_END: ByLevel = [0.74, 0.74, 0.7, 0.7]

type Draft = Omit<Recipe, 'level' | 'triangles' | 'soft'> & { soft?: number }

/** The recipes of one level. */
export function recipes(level: Level): Recipe[] {
  const drafts = [
    head(level),
    ...HAIRS.map((style) => hair(`hair-${style}`, HAIR_FORMS[style](), level)),
    ...TOP_STYLES.map((style) => top(`top-${style}`, TOP_FORMS[style](FOLD[level]), level)),
    ...([...BOTTOM_STYLES, 'bare'] as const).map((style) =>
      bottom(`bottom-${style}`, BOTTOM_FORMS[style](FOLD[level]), level),
    ),
  ]
  return drafts.map((draft) => ({
    soft: 0,
    ...draft,
    level,
    step: draft.step * STEP[level],
    triangles: (MORE_TRIANGLES[draft.name] ?? TRIANGLES[draft.slot])[level],
    parts: draft.parts
      .filter(({ upTo = 3 }) => level <= upTo)
      .map((part) => {
        const more = COVER[part.dye]?.[level]
        return more ? { ...part, field: grow(part.field, more) } : part
      }),
  }))
}

/** Neck, shoulders and arms of skin: only portraits show them, below gear that hides the clothes. */
export const bustRecipe = (): Recipe => ({
  ...top(
    'bust',
    { parts: [{ dye: 'skin', field: join(0.05, trunk, arm, bust(0)) }], sleeve: arm, body: trunk },
    1,
  ),
  level: 1,
  triangles: 600,
  soft: 0.009,
  step: 0.012,
})

/** Cuts away what another piece hides, along a border that is as crisp as one between colours. */
const hidden = (field: Field): Part => ({ dye: 'void', field })

function head(level: Level): Draft {
  const skin = bust(BUST[level])
  const hairline: Field = (x, y, z) => Math.max(Math.hypot(x / 0.17, (y - 1.2) / 0.255) - 1, -z) * 0.17
  const cap = carve(0.02, egg([0, 1.372, -0.026], [0.243, 0.219, 0.234]), hairline)
  const cranium: Field = (_x, y, z) =>
    -CRANIUM[level] * Math.max(ramp(1.42, 1.5, y), ramp(0.04, -0.06, z) * ramp(1.14, 1.22, y))
  const underTops = within(0.001, grow(skin, 0.004), (x, y) => y - (Math.abs(x) > 0.085 ? 0.975 : 0.925))
  return {
    name: 'head',
    slot: 'head',
    kind: 'head',
    step: 0.0085,
    // A soft face needs soft normals more than triangles.
    soft: 0.009,
    parts: [
      { dye: 'face', field: join(0.025, level < 2 ? face : swell(cheeks, cranium), skin) },
      hidden(underTops),
    ],
    box: { low: [-0.27, 0.88, -0.25], high: [0.27, 1.6, 0.26] },
    near: ({ x, y, z }) => {
      if (z > 0.02 && y > 1.08) return 2.2
      return Math.abs(x) > 0.19 ? 1.4 : y < 1.02 ? 0.5 : 1
    },
    shadow: join(0, figure, cap),
  }
}

const hair = (name: string, parts: Part[], level: Level): Draft => ({
  name,
  slot: 'hair',
  kind: 'hair',
  step: 0.0085,
  parts: [...parts, hidden(grow(face, -0.004))],
  box: { low: [-0.36, 0.66, -0.46], high: [0.36, 1.78, 0.34] },
  near: ({ z }) => (z > 0.05 && level < 2 ? 1.5 : 1),
  shadow: figure,
})

const HANDS: ByLevel = [9, 6, 2, 1]
const top = (name: string, { parts, sleeve, body, near }: Top, level: Level): Draft => ({
  name,
  slot: 'top',
  kind: 'body',
  step: 0.0075,
  sleeve,
  body,
  parts: [...parts, hidden(within(0.002, grow(trunk, -0.012), (x) => Math.abs(x) - 0.16))],
  box: { low: [-0.6, 0.3, -0.3], high: [0.6, 1.16, 0.3] },
  near: (v) => {
    if (Math.abs(v.x) > 0.25 && alongArm(v.x, v.y) > WRIST - 0.02) return HANDS[level]
    return near && level < 2 ? near(v) : 1
  },
  shadow: figure,
})

const bottom = (name: string, parts: Part[], level: Level): Draft => ({
  name,
  slot: 'bottom',
  kind: 'legs',
  step: 0.008,
  parts: [
    ...parts.map((part) => ({ ...part, field: tucked(part.field, TUCK[level]) })),
    hidden((_x, y) => Math.abs(y - 0.82) - (0.82 - WAIST_END[level])),
  ],
  box: { low: [-0.34, -0.02, -0.33], high: [0.34, 0.8, 0.32] },
  near: ({ y }) => (y > 0.13 || level > 1 ? 1 : /chima|long-skirt|wide/.test(name) ? 30 : 7),
  shadow: figure,
})
