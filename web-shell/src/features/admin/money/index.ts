// The chunk of the administrators' money screens.
import type { PartModule } from '../../../lib/lazy'
import { texts } from '../../../locales/money'
import { texts as sudoTexts } from '../../../locales/sudo'
import { MoneyScreen } from './MoneyScreen'

export const money: PartModule<object> = { default: MoneyScreen, texts: [texts, sudoTexts] }
