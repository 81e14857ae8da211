// The chunk of the bell in the header; the pages of mail belong to a plugin.
import './mail.css'
import type { PartModule } from '../../lib/lazy'
import { texts } from '../../locales/mail'
import { MailBell } from './MailBell'

export const bell: PartModule<object> = { default: MailBell, texts: [texts] }
