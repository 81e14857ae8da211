// How many triangles a kind has: it is built once. Loads three; the budget counts without it until it has arrived.

import { dice } from '../room/dice'
import { isKind } from '../room/kinds'
import { CATALOGUE } from '../three/catalogue/all'
import { Sculptor } from '../three/sculptor'

const known = new Map<string, number>()

export function trianglesOf(kind: string): number {
  const counted = known.get(kind)
  if (counted !== undefined) return counted
  if (!isKind(kind)) return 0
  const sculptor = new Sculptor()
  sculptor.begin(0, 0, 0, 0, 1, dice(1))
  CATALOGUE[kind](sculptor, '#808080')
  const count = sculptor.mesh.index.length / 3
  known.set(kind, count)
  return count
}
