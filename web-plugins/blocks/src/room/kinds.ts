// The kinds of things that a scene can hold: what blocks the way, what throws shade, what shines. Data only, in metres,
// before the object's scale and turn. `src/three/catalogue` draws them; the twin names them.

export type Family = 'furniture' | 'plants' | 'lights' | 'structures' | 'signs'

/** `box`: centre x, z, half sizes x, z, bottom, top. `round`: centre x, z, radius, bottom, top. */
export type Solid =
  | { shape: 'box'; at: [number, number]; half: [number, number]; y: [number, number] }
  | { shape: 'round'; at: [number, number]; radius: number; y: [number, number] }

export interface Lamp {
  at: [number, number, number]
  colour: string
  radius: number
  power: number
}

export interface Kind {
  family: Family
  solids: Solid[]
  /** Crowns and roofs: they shade the ground but block nobody. */
  shade?: Solid[]
  lamp?: Lamp
  /** Where people sit on it: the place and the direction of the look, in degrees. */
  seats?: { at: [number, number, number]; yaw: number }[]
  colour: string
  /** Worth naming in the list of things. */
  isNotable?: boolean
}

const box = (x: number, z: number, halfX: number, halfZ: number, top: number, bottom = 0): Solid => ({
  shape: 'box',
  at: [x, z],
  half: [halfX, halfZ],
  y: [bottom, top],
})
const round = (radius: number, top: number, bottom = 0): Solid => ({
  shape: 'round',
  at: [0, 0],
  radius,
  y: [bottom, top],
})
const lamp = (y: number, colour: string, radius: number, power = 1, x = 0, z = 0): Lamp => ({
  at: [x, y, z],
  colour,
  radius,
  power,
})

const WARM = '#ffb45e'

export const KINDS = {
  table: { family: 'furniture', colour: '#8a5a3c', solids: [box(0, 0, 0.8, 0.45, 0.76)] },
  'cafe-table': { family: 'furniture', colour: '#7a4a36', solids: [round(0.42, 0.74)] },
  chair: { family: 'furniture', colour: '#a3653f', solids: [box(0, 0, 0.2, 0.2, 0.46)] },
  stool: { family: 'furniture', colour: '#6f4634', solids: [round(0.18, 0.62)] },
  sofa: { family: 'furniture', colour: '#6d5aa8', solids: [box(0, 0, 0.95, 0.42, 0.75)], isNotable: true },
  counter: { family: 'furniture', colour: '#6b4433', solids: [box(0, 0, 1.5, 0.35, 1.08)], isNotable: true },
  shelf: { family: 'furniture', colour: '#74503a', solids: [box(0, 0, 0.7, 0.2, 1.9)], isNotable: true },
  rug: { family: 'furniture', colour: '#8e4a63', solids: [] },
  crate: { family: 'furniture', colour: '#8b6a46', solids: [box(0, 0, 0.32, 0.32, 0.6)] },
  bench: { family: 'furniture', colour: '#8a6242', solids: [box(0, 0, 0.85, 0.24, 0.46)], isNotable: true },
  stage: { family: 'furniture', colour: '#5e4636', solids: [box(0, 0, 2.5, 1.5, 0.3)], isNotable: true },
  tree: {
    family: 'plants',
    colour: '#3f7f5a',
    solids: [round(0.22, 3)],
    shade: [round(1.35, 4, 1.9)],
    isNotable: true,
  },
  pine: { family: 'plants', colour: '#2f6a5c', solids: [round(0.2, 3)], shade: [round(1.0, 3.6, 0.8)] },
  cherry: {
    family: 'plants',
    colour: '#e79fc0',
    solids: [round(0.22, 3)],
    shade: [round(1.5, 3.8, 1.9)],
    isNotable: true,
  },
  bamboo: { family: 'plants', colour: '#6fa35a', solids: [round(0.45, 4)] },
  bush: { family: 'plants', colour: '#3c7552', solids: [round(0.5, 0.75)] },
  planter: { family: 'plants', colour: '#c07a55', solids: [box(0, 0, 0.55, 0.25, 0.5)] },
  flowers: { family: 'plants', colour: '#f2a7c3', solids: [] },
  grass: { family: 'plants', colour: '#5d9a63', solids: [] },
  lantern: {
    family: 'lights',
    colour: '#2c2748',
    solids: [round(0.12, 2.6)],
    lamp: lamp(2.35, WARM, 6.5, 1.15),
    isNotable: true,
  },
  'stone-lantern': {
    family: 'lights',
    colour: '#8e8aa0',
    solids: [round(0.34, 1.5)],
    lamp: lamp(1.1, '#ffc27a', 4.5, 1),
    isNotable: true,
  },
  'paper-lantern': {
    family: 'lights',
    colour: '#ff7d6b',
    solids: [],
    lamp: lamp(2.55, '#ff9a62', 4.5, 0.8),
  },
  'string-lights': { family: 'lights', colour: '#ffd592', solids: [], lamp: lamp(2.7, '#ffcf86', 4.5, 0.55) },
  candle: { family: 'lights', colour: '#f4e7cf', solids: [], lamp: lamp(0.2, '#ffb25c', 2, 0.8) },
  'floor-lamp': {
    family: 'lights',
    colour: '#ffdca6',
    solids: [round(0.15, 1.6)],
    lamp: lamp(1.5, '#ffcb85', 4.5, 1),
  },
  neon: { family: 'lights', colour: '#ff5fb7', solids: [], lamp: lamp(2.4, '#ff5fb7', 5, 0.8, 0, 0.3) },
  arch: {
    family: 'structures',
    colour: '#c4473f',
    solids: [box(-1.5, 0, 0.17, 0.17, 3.1), box(1.5, 0, 0.17, 0.17, 3.1), box(0, 0, 2.1, 0.2, 3.4, 2.9)],
    isNotable: true,
  },
  wall: { family: 'structures', colour: '#c9b9a4', solids: [box(0, 0, 2, 0.12, 3)] },
  'window-wall': {
    family: 'structures',
    colour: '#7b5642',
    solids: [box(0, 0, 2, 0.12, 3)],
    lamp: lamp(1.7, '#ffc37a', 5, 0.65, 0, 0.9),
  },
  'low-wall': { family: 'structures', colour: '#8d8799', solids: [box(0, 0, 2, 0.16, 0.9)] },
  fence: { family: 'structures', colour: '#6b4c3b', solids: [box(0, 0, 1, 0.06, 0.95)] },
  rail: { family: 'structures', colour: '#55516f', solids: [box(0, 0, 1, 0.05, 1.1)] },
  pavilion: {
    family: 'structures',
    colour: '#7a4034',
    solids: [
      box(0, 0, 2.4, 2.4, 0.3),
      box(-2, -2, 0.14, 0.14, 2.9),
      box(2, -2, 0.14, 0.14, 2.9),
      box(-2, 2, 0.14, 0.14, 2.9),
      box(2, 2, 0.14, 0.14, 2.9),
    ],
    shade: [box(0, 0, 3, 3, 4, 2.9)],
    lamp: lamp(2.5, '#ffbf76', 5.5, 1),
    isNotable: true,
  },
  pond: { family: 'structures', colour: '#2f6f86', solids: [round(2.1, 0.5)], isNotable: true },
  rock: { family: 'structures', colour: '#79758c', solids: [round(0.5, 0.6)] },
  stepping: { family: 'structures', colour: '#8f8b9e', solids: [] },
  door: {
    family: 'structures',
    colour: '#4a3f7a',
    solids: [box(-0.75, 0, 0.12, 0.16, 2.4), box(0.75, 0, 0.12, 0.16, 2.4)],
    lamp: lamp(1.3, '#b99bff', 4, 0.9, 0, 0.4),
  },
  vent: { family: 'structures', colour: '#8a8fa3', solids: [box(0, 0, 0.7, 0.5, 1.1)] },
  'water-tank': { family: 'structures', colour: '#7d5b49', solids: [round(1.15, 3.2)], isNotable: true },
  stall: {
    family: 'structures',
    colour: '#d8574c',
    solids: [box(0, 0, 1.1, 0.5, 1)],
    shade: [box(0, 0.2, 1.4, 1, 2.5, 2.3)],
    lamp: lamp(2.0, '#ffb661', 4.5, 1, 0, 0.5),
    isNotable: true,
  },
  tower: {
    family: 'structures',
    colour: '#3b3760',
    solids: [],
  },
  sign: { family: 'signs', colour: '#7a5538', solids: [box(0, 0, 0.5, 0.06, 1.5)], isNotable: true },
  'menu-board': { family: 'signs', colour: '#2f2b3f', solids: [box(0, 0, 0.35, 0.25, 1)], isNotable: true },
  banner: { family: 'signs', colour: '#5a48b8', solids: [round(0.08, 3)] },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)
export const kindOf = (name: KindName): Kind => KINDS[name]
