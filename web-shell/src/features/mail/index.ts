// The chunk of what the shell itself shows of mail; its pages are a plugin's.
import './mail.css'
import type { PartModule } from '../../app/lazy'
import { texts } from '../../locales/mail'
import { MailBell } from './MailBell'

export const bell: PartModule<object> = { default: MailBell, texts: [texts] }
