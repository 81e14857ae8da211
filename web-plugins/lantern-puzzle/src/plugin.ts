// The front end of the plugin `lantern-puzzle`: its page, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'lantern-puzzle',
  messages: { ko, en },
  pages: { puzzle: () => import('./pages/PuzzleSlot') },
})
