// The pages that are rendered at build time, with samples of their initial data.
import { hueStyle, Page } from '@witverse/sdk'
import { type Holes, renderPlugin } from '@witverse/sdk/prerender'
import type { WorldCard, WorldView } from './api/types'
import { FIRST_WORLDS, type WorldList } from './api/worlds'
import { en } from './locales/en'
import { ko } from './locales/ko'
import HomePage from './pages/HomePage'
import { WorldHeader } from './world/WorldHeader'
import { WorldSkeleton, WorldSkeletonColumns } from './world/WorldSkeleton'

/** The cards that are seen on most screens; with fewer worlds the carousel is rendered by the browser. */
const CARDS = 5

function worldList(holes: Holes): WorldList {
  const items = Array.from({ length: CARDS }, (_, index) => card(holes, `items.${index}`))
  return { items, nextCursor: null, page: 1, limit: CARDS, total: CARDS }
}

function card(holes: Holes, at: string): WorldCard {
  const description = holes.text(`${at}.description.ko`)
  return {
    worldId: at,
    worldName: holes.text(`${at}.worldName`),
    description: { ko: description, en: description },
    worldLogoImg: holes.image(`${at}.worldLogoImg`),
    worldThumbnailImg: holes.image(`${at}.worldThumbnailImg`),
    hue: holes.degrees(`${at}.hue`),
    memberCount: holes.integer(`${at}.memberCount`),
    blockCount: holes.integer(`${at}.blockCount`),
    itemCount: 0,
    isPublic: true,
    createdAt: '2026-01-01T00:00:00Z',
    isMember: false,
  }
}

function worldView(holes: Holes): WorldView {
  return {
    worldId: 'sample',
    worldName: holes.text('worldName'),
    description: { ko: holes.text('description.ko'), en: holes.text('description.en') },
    worldLogoImg: holes.image('worldLogoImg'),
    worldThumbnailImg: holes.image('worldThumbnailImg'),
    hue: holes.degrees('hue'),
    memberCount: holes.plural('memberCount'),
    blockCount: holes.plural('blockCount'),
    itemCount: 0,
    isPublic: true,
    createdAt: '2026-01-01T00:00:00Z',
    isMember: false,
    isOwner: false,
    isAdmin: false,
    hasMembership: false,
    blacklisted: null,
    owner: { userId: 'sample', nickname: holes.text('owner.nickname'), thumbnail: null },
    witchPoint: 0,
  }
}

/** The header, which the initial data fill. What is below it depends on more than single values, so it is waited for. */
function WorldTop({ world }: { world: WorldView }) {
  return (
    <Page title={world.worldName} width="bleed" className="w-world">
      <div className="wv-hue" style={hueStyle(world.hue)}>
        <WorldHeader world={world} />
        <WorldSkeletonColumns />
      </div>
    </Page>
  )
}

export const rendered = renderPlugin({
  id: 'worlds',
  messages: { ko, en },
  pages: {
    home: {
      at: '/',
      page: () => <HomePage />,
      data: { path: FIRST_WORLDS, sample: worldList },
    },
    world: {
      at: '/sample',
      page: (world) => (world ? <WorldTop world={world as WorldView} /> : <WorldSkeleton />),
      data: { path: '', sample: worldView },
    },
  },
})
