// The front end of the plugin `avatars`: its page, its entry in the account menu and the credit on profiles, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'avatars',
  messages: { ko, en },
  pages: {
    custom: () => import('./pages/CustomPage'),
    menu: () => import('./slots/MenuEntry'),
    credit: () => import('./slots/Credit'),
  },
})
