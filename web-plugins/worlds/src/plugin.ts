// The front end of the plugin `worlds`: its pages, by the names in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'worlds',
  messages: { ko, en },
  pages: {
    // Where most visits begin: comes along with the plugin rather than after it.
    home: () => import(/* webpackMode: "eager" */ './pages/HomePage'),
    world: () => import('./pages/WorldPage'),
    create: () => import('./pages/CreatePage'),
    'select-world': () => import('./pages/SelectWorld'),
  },
})
