// The front end of the plugin `lantern-race`: its page, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'lantern-race',
  messages: { ko, en },
  pages: { race: () => import('./pages/RaceSlot') },
})
