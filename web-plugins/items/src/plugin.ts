// The front end of the plugin `items`: inventory, pages of items and collections, crafting, and galleries on profiles and worlds.
import './styles/plugin.css'
import { definePlugin } from '@witverse/sdk'
import { en } from './locales/en'
import { ko } from './locales/ko'

export default definePlugin({
  id: 'items',
  messages: { ko, en },
  pages: {
    inventory: () => import('./pages/InventoryPage'),
    collection: () => import('./pages/CollectionPage'),
    item: () => import('./pages/ItemPage'),
    gallery: () => import('./slots/Gallery'),
    'own-gallery': () => import('./slots/OwnGallery'),
    craft: () => import('./pages/CraftPage'),
    'craft-card': () => import('./slots/CraftCard'),
    'world-collections': () => import('./slots/WorldCollections'),
  },
})
