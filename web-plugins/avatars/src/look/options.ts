// The options of a look with their colours, as `plugins/avatars/src/look.rs` lists them, and the form in which rooms draw a
// look.
import { BODIES, BOTTOM_STYLES, type Drawn, FACES, HAIRS, TOP_STYLES } from '@witverse/people/styles'
import type { Avatar, Look } from '../api/avatars'

type Colours<Part extends keyof Look> = Record<Look[Part], string>

export const SKINS: Colours<'skin'> = {
  porcelain: '#ffe4d2',
  rose: '#f9d0b8',
  sand: '#f0c49b',
  honey: '#dca878',
  amber: '#c48a5c',
  bronze: '#a36a45',
  umber: '#7c4e35',
  espresso: '#553325',
}
export const HAIR_COLORS: Colours<'hairColor'> = {
  black: '#231d24',
  brown: '#4a3026',
  chestnut: '#7d4f33',
  blond: '#d9b26a',
  red: '#b04a32',
  silver: '#c3c0d2',
  blue: '#4a68c8',
  pink: '#e08bb0',
}
export const TOPS: Colours<'top'> = {
  violet: '#7a63e8',
  coral: '#e8705f',
  teal: '#3f9c8a',
  gold: '#e8a94a',
  blue: '#4d83d6',
  pink: '#e58fb8',
  ivory: '#f1ede2',
  moss: '#6d7d54',
  charcoal: '#3b3946',
  red: '#b83a44',
}
export const BOTTOMS: Colours<'bottom'> = {
  navy: '#2f3358',
  brown: '#5b463c',
  slate: '#566680',
  plum: '#5a3a63',
  charcoal: '#2a2833',
  beige: '#c2ab88',
}
const keys = <K extends string>(of: Record<K, string>) => Object.keys(of) as K[]

/** Every part of a look with its options, in the order of the page. */
export const OPTIONS: { [Part in keyof Look]: readonly Look[Part][] } = {
  body: BODIES,
  skin: keys(SKINS),
  face: FACES,
  hair: HAIRS,
  hairColor: keys(HAIR_COLORS),
  topStyle: TOP_STYLES,
  top: keys(TOPS),
  bottomStyle: BOTTOM_STYLES,
  bottom: keys(BOTTOMS),
}

const COVERED = ['arms', 'hair', 'legs', 'torso'] as const

export function drawnOf(look: Look, gear: Avatar['gear'] = []): Drawn {
  const hides = COVERED.filter((part) => gear.some(({ bodiesToDisable }) => bodiesToDisable.includes(part)))
  return {
    ...(hides.length > 0 && { hides }),
    v: 2,
    body: look.body,
    skin: SKINS[look.skin],
    face: look.face,
    hair: look.hair,
    hairColor: HAIR_COLORS[look.hairColor],
    top: TOPS[look.top],
    topStyle: look.topStyle,
    bottom: BOTTOMS[look.bottom],
    bottomStyle: look.bottomStyle,
    gear: Object.fromEntries(gear.map(({ slot, model }) => [slot, model])),
  }
}

/** A look that differs from `before` in most parts. `random` is from 0 to 1, without 1. */
export function randomLook(before: Look, random: () => number = Math.random): Look {
  const pick = <Part extends keyof Look>(part: Part): Look[Part] => {
    const others = OPTIONS[part].filter((one) => one !== before[part])
    return others[Math.floor(random() * others.length)] ?? before[part]
  }
  return {
    body: pick('body'),
    skin: pick('skin'),
    face: pick('face'),
    hair: pick('hair'),
    hairColor: pick('hairColor'),
    topStyle: pick('topStyle'),
    top: pick('top'),
    bottomStyle: pick('bottomStyle'),
    bottom: pick('bottom'),
  }
}
