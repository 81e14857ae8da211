// Every kind, drawn by its family's file. A kind without a drawing does not compile.
import type { KindName } from '../../room/kinds'
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
import { play } from './play'
import { sea } from './sea'
import { signs } from './signs'
import { space } from './space'
import { structures } from './structures'

export const CATALOGUE: Record<KindName, Build> = {
  ...items,
  ...furniture,
  ...comforts,
  ...plants,
  ...garden,
  ...lights,
  ...glows,
  ...structures,
  ...buildings,
  ...signs,
  ...play,
  ...sea,
  ...space,
  ...models,
}
