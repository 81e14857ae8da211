// The front end of the plugin `orders`: the shop, orders, their parcels, and the seller's desk.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'orders',
  messages: { ko, en },
  pages: {
    orders: () => import('./pages/OrdersPage'),
    shop: () => import('./pages/ShopPage'),
    complete: () => import('./pages/CompletePage'),
    detail: () => import('./pages/DetailPage'),
    desk: () => import('./pages/DeskPage'),
    editor: () => import('./pages/EditorPage'),
    'desk-section': () => import('./admin/DeskSection'),
    postcodes: () => import('./admin/PostcodesSection'),
    'world-nav': () => import('./slots/WorldNav'),
    'item-draw': () => import('./slots/ItemDraw'),
    'desk-link': () => import('./slots/DeskLink'),
  },
})
