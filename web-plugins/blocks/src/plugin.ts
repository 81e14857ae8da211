// The front end of the plugin `blocks`: its pages and slots, named as in plugin.toml.
import './styles/list.css'
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'blocks',
  messages: { ko, en },
  pages: {
    room: () => import('./pages/RoomPage'),
    list: () => import('./pages/BlockListPage'),
    mine: () => import('./pages/MyBlocksPage'),
    link: () => import('./pages/BlockLinkPage'),
    setting: () => import('./pages/SettingPage'),
    crafting: () => import('./pages/CraftingPage'),
    'world-blocks': () => import('./slots/WorldBlocks'),
  },
})
