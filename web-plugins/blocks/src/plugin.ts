// The front end of the plugin `blocks`: its pages and slots, named as in plugin.toml.
import './styles/list.css'
import './styles/plugin.css'
import './styles/screens.css'
import './styles/game.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'blocks',
  messages: { ko, en },
  pages: {
    room: () => import(/* webpackChunkName: "room" */ './pages/RoomPage'),
    list: () => import(/* webpackChunkName: "page-list" */ './pages/BlockListPage'),
    mine: () => import(/* webpackChunkName: "page-mine" */ './pages/MyBlocksPage'),
    link: () => import(/* webpackChunkName: "page-block" */ './pages/BlockPage'),
    tutorial: () => import(/* webpackChunkName: "page-tutorial" */ './pages/TutorialPage'),
    setting: () => import(/* webpackChunkName: "page-setting" */ './pages/SettingPage'),
    crafting: () => import(/* webpackChunkName: "page-crafting" */ './pages/CraftingPage'),
    lively: () => import(/* webpackChunkName: "page-lively" */ './slots/Lively'),
    figure: () => import(/* webpackChunkName: "page-figure" */ './slots/Figure'),
    model: () => import(/* webpackChunkName: "page-model" */ './slots/Model'),
    'item-place': () => import(/* webpackChunkName: "page-item-place" */ './slots/ItemPlace'),
    'world-blocks': () => import(/* webpackChunkName: "page-world" */ './slots/WorldBlocks'),
  },
})
