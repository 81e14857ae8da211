// The front end of the plugin `wallet`: its pages and its parts of other screens, named as in plugin.toml.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'wallet',
  messages: { ko, en },
  pages: {
    wallet: () => import('./pages/WalletPage'),
    charge: () => import('./pages/ChargePage'),
    'charge-complete': () => import('./pages/ChargeCompletePage'),
    order: () => import('./pages/OrderPage'),
    receipt: () => import('./pages/ReceiptPage'),
    // Both are on every page of a member, so they share a chunk.
    chip: () => import(/* webpackChunkName: "header" */ './slots/WitChip'),
    menu: () => import(/* webpackChunkName: "header" */ './slots/MenuEntry'),
    balance: () => import('./slots/WitSection'),
    'not-enough-wit': () => import('./slots/NotEnoughModal'),
  },
})
