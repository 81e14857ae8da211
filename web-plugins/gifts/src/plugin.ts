// The front end of the plugin `gifts`: its page and its wizard.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'gifts',
  messages: { ko, en },
  pages: {
    gifts: () => import('./pages/GiftsPage'),
    'gift-wizard': () => import('./wizard/GiftWizard'),
  },
})
