// The front end: its pages, by the names in plugin.toml, and its texts.
import './plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: '{{id}}',
  messages: { ko, en },
  pages: { note: () => import('./NotePage') },
})
