// The front end of the plugin `avatars`: its page and its entry in the account menu, named as in plugin.toml.
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
  },
})
