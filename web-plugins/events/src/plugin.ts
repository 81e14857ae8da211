// The front end of the plugin `events`: lists and the calendar, the page of an event, the wizard, and the organiser's console.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'events',
  messages: { ko, en },
  pages: {
    events: () => import('./pages/EventsPage'),
    'world-events': () => import('./pages/WorldEventsPage'),
    'block-events': () => import('./pages/BlockEventsPage'),
    detail: () => import('./pages/DetailPage'),
    create: () => import('./pages/CreatePage'),
    edit: () => import('./pages/EditPage'),
    console: () => import('./pages/ConsolePage'),
    'world-nav': () => import('./slots/WorldNav'),
    'block-section': () => import('./slots/BlockEvents'),
    reward: () => import('./slots/Reward'),
    requests: () => import('./slots/Requests'),
  },
})
