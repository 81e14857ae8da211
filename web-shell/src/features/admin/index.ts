// The chunk of the administrators' screens.
import type { PartModule } from '../../lib/lazy'
import { texts } from '../../locales/operators'
import { texts as profileTexts } from '../../locales/profile'
import { texts as safetyTexts } from '../../locales/safety'
import { texts as sudoTexts } from '../../locales/sudo'
import { AdminScreen } from './AdminScreen'

export const admin: PartModule<object> = {
  default: AdminScreen,
  texts: [texts, safetyTexts, profileTexts, sudoTexts],
}
