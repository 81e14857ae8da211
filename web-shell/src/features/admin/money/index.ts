// The chunk of the administrators' money screens.
import type { PartModule } from '../../../lib/lazy'
import { texts } from '../../../locales/money'
import { MoneyScreen } from './MoneyScreen'

export const money: PartModule<object> = { default: MoneyScreen, texts: [texts] }
