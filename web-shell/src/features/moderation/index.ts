// The chunk of the moderators' screens.
import type { PartModule } from '../../lib/lazy'
import { texts } from '../../locales/operators'
import { texts as safetyTexts } from '../../locales/safety'
import { texts as sudoTexts } from '../../locales/sudo'
import { ModerationScreen } from './ModerationScreen'

export const moderation: PartModule<object> = {
  default: ModerationScreen,
  texts: [texts, safetyTexts, sudoTexts],
}
