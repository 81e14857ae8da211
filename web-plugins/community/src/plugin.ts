// The front end of the plugin `community`: its pages and slots, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'community',
  messages: { ko, en },
  pages: {
    feed: () => import('./pages/FeedPage'),
    post: () => import('./pages/PostPage'),
    'announcement-create': () => import('./pages/CreateAnnouncementPage'),
    'announcement-edit': () => import('./pages/EditAnnouncementPage'),
    'world-nav': () => import('./slots/WorldNav'),
    'world-section': () => import('./slots/WorldSection'),
    management: () => import('./slots/ManagementSection'),
    comments: () => import('./slots/GalleryComments'),
  },
})
