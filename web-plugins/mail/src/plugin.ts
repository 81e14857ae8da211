// The front end of the plugin `mail`: alarms, notices and how one wants to hear of things. The bell is the shell's.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'mail',
  messages: { ko, en },
  pages: { mail: () => import('./pages/MailPage') },
})
