// The chunk of the notices screen.
import type { PartModule } from '../../../lib/lazy'
import { texts } from '../../../locales/notices'
import { NoticesSection } from './NoticesSection'

export const notices: PartModule<object> = { default: NoticesSection, texts: [texts] }
