// Every kind, drawn by its family's file. A kind without a drawing does not compile.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'
import { furniture } from './furniture'
import { lights } from './lights'
import { plants } from './plants'
import { signs } from './signs'
import { structures } from './structures'

export const CATALOGUE: Record<KindName, Build> = {
  ...furniture,
  ...plants,
  ...lights,
  ...structures,
  ...signs,
}
