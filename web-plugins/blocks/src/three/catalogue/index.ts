// The drawings of kinds. Those of some families are loaded by the rooms that have things of them.
import type { KindName } from '../../room/kinds'
import { play } from '../../room/kinds/play'
import { sea } from '../../room/kinds/sea'
import { signs } from '../../room/kinds/signs'
import { space } from '../../room/kinds/space'
import type { Build } from './build'
import { buildings } from './buildings'
import { comforts } from './comforts'
import { furniture } from './furniture'
import { garden } from './garden'
import { glows } from './glows'
import { items } from './items'
import { lights } from './lights'
import { models } from './models'
import { plants } from './plants'
import { structures } from './structures'

type Later = keyof typeof play | keyof typeof sea | keyof typeof signs | keyof typeof space
type Drawings = Partial<Record<KindName, Build>>

export const FIRST: Record<Exclude<KindName, Later>, Build> = {
  ...items,
  ...furniture,
  ...comforts,
  ...plants,
  ...garden,
  ...lights,
  ...glows,
  ...structures,
  ...buildings,
  ...models,
}

const LATER: [kinds: object, load: () => Promise<Drawings>][] = [
  [play, async () => (await import(/* webpackChunkName: "page-kinds-play" */ './play')).play],
  [sea, async () => (await import(/* webpackChunkName: "page-kinds-sea" */ './sea')).sea],
  [signs, async () => (await import(/* webpackChunkName: "page-kinds-signs" */ './signs')).signs],
  [space, async () => (await import(/* webpackChunkName: "page-kinds-space" */ './space')).space],
]

const known: Drawings = { ...FIRST }

export const register = (drawings: Drawings) => void Object.assign(known, drawings)

/** Loads the drawings of these kinds, before anything of them is drawn. */
export async function loadKinds(kinds: Iterable<KindName>) {
  const missing = [...kinds].filter((kind) => !known[kind])
  const families = LATER.filter(([family]) => missing.some((kind) => Object.hasOwn(family, kind)))
  for (const drawings of await Promise.all(families.map(([, load]) => load()))) register(drawings)
}

export function drawingOf(kind: KindName): Build {
  const drawing = known[kind]
  if (!drawing) throw new Error(`the drawing of ${kind} is not loaded`)
  return drawing
}
