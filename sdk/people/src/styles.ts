// The styles of a look, the look as rooms and portraits get it, and which pieces and colours it means.
import type { Body } from './skeleton'

export { BODIES, type Body } from './skeleton'

export const HAIRS = [
  ...(['buzz', 'short', 'bob', 'long', 'ponytail', 'bun', 'curly', 'spiky'] as const),
  ...(['pixie', 'wavy', 'twin-tails', 'braid', 'two-block', 'half-up'] as const),
] as const
export const TOP_STYLES = [
  ...(['tee', 'hoodie', 'hanbok', 'dress', 'long-sleeve', 'shirt', 'knit'] as const),
  ...(['cardigan', 'jacket', 'tank', 'sailor', 'puffer', 'vest', 'turtleneck'] as const),
] as const
export const BOTTOM_STYLES = [
  ...(['trousers', 'shorts', 'skirt', 'chima', 'jeans', 'wide'] as const),
  ...(['joggers', 'pleated', 'long-skirt', 'leggings', 'culottes', 'cargo'] as const),
] as const
export const FACES = ['calm', 'smile', 'bright', 'wink', 'cool', 'shy', 'surprised', 'stern'] as const

export type Hair = (typeof HAIRS)[number]
export type TopStyle = (typeof TOP_STYLES)[number]
export type BottomStyle = (typeof BOTTOM_STYLES)[number]
export type Face = (typeof FACES)[number]

/** What a vertex is coloured with; `face` is skin with the face drawn on it. */
export const DYES = ['skin', 'hair', 'top', 'bottom', 'trim', 'accent', 'shoe', 'white', 'face'] as const
export type Dye = (typeof DYES)[number]

/** What a room and a portrait draw. Colours are `#rrggbb`. */
export interface Drawn {
  v: 2
  body: Body
  skin: string
  face: Face
  hair: Hair
  hairColor: string
  top: string
  topStyle: TopStyle
  bottom: string
  bottomStyle: BottomStyle
  /** Models by slot. */
  gear: Record<string, string>
  /** Parts of the body that gear covers: they are not drawn. */
  hides?: ('hair' | 'torso' | 'arms' | 'legs')[]
  /** The address of the person's VRM file. Portraits do not draw it. */
  vrm?: string
}

/** Names of the pieces of a look. A dress takes the place of the bottom's cloth; hidden parts have no piece. */
export function piecesOf({ hair, topStyle, bottomStyle, hides = [] }: Drawn): string[] {
  const torso = hides.includes('torso')
  const bare = topStyle === 'dress' && !torso
  return [
    'head',
    ...(hides.includes('hair') ? [] : [`hair-${hair}`]),
    ...(torso ? [] : [`top-${topStyle}`]),
    ...(hides.includes('legs') ? [] : [bare ? 'bottom-bare' : `bottom-${bottomStyle}`]),
  ]
}

/** All names of pieces, as in the library. */
export const PIECES: readonly string[] = [
  'head',
  ...HAIRS.map((style) => `hair-${style}`),
  ...TOP_STYLES.map((style) => `top-${style}`),
  ...BOTTOM_STYLES.map((style) => `bottom-${style}`),
  'bottom-bare',
]

export type Dyes = Record<Dye | 'iris', string>

/** The colour of every dye. */
export function dyesOf({ skin, hairColor, top, bottom }: Drawn): Dyes {
  const [r, g, b] = channels(top)
  const light = lightness(top)
  const golden = r > g && g > b && light > 0.5 && light < 0.7
  return {
    skin,
    hair: hairColor,
    top,
    bottom,
    trim: mix(top, light > 0.6 ? '#b9a58c' : '#fff4e2', 0.3),
    accent: golden ? '#7a63e8' : '#e8a94a',
    shoe: lightness(bottom) > 0.6 ? '#3b3946' : '#f1ede2',
    white: '#fbf7f0',
    face: skin,
    iris: mix(hairColor, '#6b4632', 0.55),
  }
}

type Channels = [number, number, number]
const channels = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]
const hex = (rgb: Channels) => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`
const lightness = (colour: string) => {
  const rgb = channels(colour)
  return (Math.max(...rgb) + Math.min(...rgb)) / 2 / 255
}

/** `share` of `other` in `colour`, per channel. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [channels(colour), channels(other)]
  return hex([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

/** A colour lighter (up to 1: white) or darker (down to -1: almost black). */
export const toned = (colour: string, tone: number): string =>
  tone === 0 ? colour : mix(colour, tone > 0 ? '#ffffff' : '#141414', Math.abs(tone))
