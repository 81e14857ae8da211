// The chunk of the legal pages.
import type { PartModule } from '../../lib/lazy'
import { texts } from '../../locales/legal'
import { LegalScreen } from './LegalScreen'

export const legal: PartModule<object> = { default: LegalScreen, texts: [texts] }
