// The front end of the plugin `market`: the market, collections, items for sale, own trades, and buttons on item pages.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'market',
  messages: { ko, en },
  pages: {
    market: () => import('./pages/MarketPage'),
    'world-market': () => import('./pages/WorldMarketPage'),
    collection: () => import('./pages/CollectionPage'),
    detail: () => import('./pages/DetailPage'),
    trades: () => import('./pages/TradesPage'),
    receipt: () => import('./pages/ReceiptPage'),
    supervision: () => import('./admin/SupervisionSection'),
    'world-nav': () => import('./slots/WorldNav'),
    'trade-buttons': () => import('./slots/TradeButtons'),
    'collection-market': () => import('./slots/CollectionMarket'),
  },
})
