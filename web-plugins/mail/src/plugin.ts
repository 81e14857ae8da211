// The front end of the plugin `mail`: notifications, notices and settings, the bell in the header, and the notices of
// administrators.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'mail',
  messages: { ko, en },
  pages: {
    mail: () => import('./pages/MailPage'),
    bell: () => import('./bell/MailBell'),
    notices: () => import('./admin/NoticesSection'),
  },
})
