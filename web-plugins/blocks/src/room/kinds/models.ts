// Uploaded models: their files say what they look like, and each object how large it is.
import { box, type Kind, type Solid } from './shapes'

/** A model blocks the way as the box around it. */
export const modelSolids = ({ x, y, z }: { x: number; y: number; z: number }): Solid[] => [
  box(0, 0, x / 2, z / 2, y),
]

export const models = {
  model: { family: 'structures', solids: [], colour: '#7a7488', isNotable: true },
} as const satisfies Record<string, Kind>
