// Every kind, for the editor and tests. A kind without a drawing does not compile.
import type { KindName } from '../../room/kinds'
import { FIRST, register } from '.'
import type { Build } from './build'
import { play } from './play'
import { sea } from './sea'
import { signs } from './signs'
import { space } from './space'

export const CATALOGUE: Record<KindName, Build> = { ...FIRST, ...play, ...sea, ...signs, ...space }

register(CATALOGUE)
