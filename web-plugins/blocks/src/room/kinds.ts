// The kinds of things that a scene can hold: what blocks the way, what throws shade, what shines. Data only, in metres,
// before the object's scale and turn. `src/three/catalogue` draws them; the twin names them.
import { furniture } from './kinds/furniture'
import { items } from './kinds/items'
import { lights } from './kinds/lights'
import { models } from './kinds/models'
import { plants } from './kinds/plants'
import { play } from './kinds/play'
import { sea } from './kinds/sea'
import type { Kind } from './kinds/shapes'
import { signs } from './kinds/signs'
import { space } from './kinds/space'
import { structures } from './kinds/structures'

export type { Family, Kind, Lamp, Seat, Solid } from './kinds/shapes'

export const KINDS = {
  ...items,
  ...furniture,
  ...plants,
  ...lights,
  ...structures,
  ...signs,
  ...play,
  ...sea,
  ...space,
  ...models,
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)
/** The kinds that show an item. */
export const showsItem = (name: string): boolean => isKind(name) && kindOf(name).picture !== undefined
export const kindOf = (name: KindName): Kind => KINDS[name]
