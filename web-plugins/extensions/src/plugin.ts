// The front end of the plugin `extensions`: its pages and slots, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'extensions',
  messages: { ko, en },
  pages: {
    frame: () => import('./pages/FramePage'),
    'world-section': () => import('./slots/WorldSection'),
    'block-game': () => import('./slots/BlockGame'),
    'dashboard-tabs': () => import('./slots/DashboardTabs'),
    'dashboard-tab': () => import('./slots/DashboardTab'),
    'header-action': () => import('./slots/HeaderAction'),
    'profile-tab': () => import('./slots/ProfileTab'),
    'event-form': () => import('./slots/EventForm'),
    'event-page': () => import('./slots/EventPage'),
    packages: () => import('./admin/PackagesSection'),
    management: () => import('./slots/ManagementSection'),
  },
})
