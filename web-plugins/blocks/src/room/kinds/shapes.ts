// What a kind is made of, and the helpers that the tables of the families use.

export type Family =
  | 'items'
  | 'furniture'
  | 'plants'
  | 'lights'
  | 'structures'
  | 'signs'
  | 'play'
  | 'sea'
  | 'space'

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

export interface Seat {
  at: [number, number, number]
  yaw: number
}

export interface Kind {
  family: Family
  solids: Solid[]
  /** Crowns and roofs: they shade the ground but block nobody. */
  shade?: Solid[]
  lamp?: Lamp
  /** Where people sit on it: the place and the direction of the look, in degrees. A height of 0 is a seat of 0.45 m. */
  seats?: Seat[]
  colour: string
  /** It shows an item: the middle of the square that looks along +z, and its side, in metres. */
  picture?: { at: [number, number, number]; side: number; isOnBothSides: boolean }
  /** Worth naming in the list of things. */
  isNotable?: boolean
}

export const WARM = '#ffb45e'

export const box = (x: number, z: number, halfX: number, halfZ: number, top: number, bottom = 0): Solid => ({
  shape: 'box',
  at: [x, z],
  half: [halfX, halfZ],
  y: [bottom, top],
})
export const round = (radius: number, top: number, bottom = 0, x = 0, z = 0): Solid => ({
  shape: 'round',
  at: [x, z],
  radius,
  y: [bottom, top],
})
export const lamp = (y: number, colour: string, radius: number, power = 1, x = 0, z = 0): Lamp => ({
  at: [x, y, z],
  colour,
  radius,
  power,
})
export const seat = (x: number, y: number, z: number, yaw = 0): Seat => ({ at: [x, y, z], yaw })
/** Four things at the corners of a rectangle. */
export const four = <T>(x: number, z: number, make: (x: number, z: number) => T): T[] => [
  make(-x, -z),
  make(x, -z),
  make(-x, z),
  make(x, z),
]
