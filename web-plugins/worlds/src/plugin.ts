// The front end of the plugin `worlds`: its pages, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'worlds',
  messages: { ko, en },
  pages: {
    // Most visits begin here, so this page is part of the plugin's entry.
    home: () => import(/* webpackMode: "eager" */ './pages/HomePage'),
    world: () => import('./pages/WorldPage'),
    create: () => import('./pages/CreatePage'),
    explore: () => import('./pages/ExplorePage'),
    invitation: () => import('./pages/InvitationPage'),
    management: () => import('./pages/ManagementPage'),
    dashboard: () => import('./pages/DashboardPage'),
    witch: () => import('./pages/WitchPage'),
    'world-profile': () => import('./pages/WorldProfilePage'),
    'select-world': () => import('./pages/SelectWorld'),
    visit: () => import('./slots/Visit'),
  },
})
