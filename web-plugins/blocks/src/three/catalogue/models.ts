// What stands for an uploaded model that cannot be shown, and for one in the editor before it is loaded.
import type { KindName } from '../../room/kinds'
import type { Sculptor } from '../sculptor'
import type { Build } from './build'

const LEAST_M = 0.05

export function modelBox(s: Sculptor, colour: string, size: { x: number; y: number; z: number }) {
  const [x, y, z] = [Math.max(size.x, LEAST_M), Math.max(size.y, LEAST_M), Math.max(size.z, LEAST_M)]
  s.box(x, y, z, 0, y / 2, 0, colour)
}

export const models = {
  model: (s, c) => modelBox(s, c, { x: 1, y: 1, z: 1 }),
} as const satisfies Partial<Record<KindName, Build>>
