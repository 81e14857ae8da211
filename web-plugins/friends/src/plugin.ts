// The front end of the plugin `friends`: its pages and slots, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'friends',
  messages: { ko, en },
  pages: {
    friends: () => import('./pages/FriendsPage'),
    'home-presence': () => import('./slots/HomePresence'),
    'world-presence': () => import('./slots/WorldPresence'),
    'profile-actions': () => import('./slots/ProfileActions'),
  },
})
