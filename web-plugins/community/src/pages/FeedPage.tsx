// `/{worldName}/post`: the feed of a world.
import { BackLink, hueStyle, Page, PageHead, PluginSlot, useText, WorldGate } from '@witverse/sdk'
import { EndlessList } from '@witverse/sdk/data'
import { AnnouncementList } from '../announcements/AnnouncementList'
import { useFeed } from '../api/feed'
import type { World } from '../api/types'
import { Composer } from '../feed/Composer'
import { FixedPost, FreshPosts, NoPosts, PostSkeletons } from '../feed/FeedParts'
import { PostCard } from '../feed/PostCard'

const POST_HEIGHT = 210

export default function FeedPage() {
  const t = useText('community')
  return (
    <WorldGate>
      {(world) => (
        <Page title={t('titleOf', { world: world.worldName })} width="bleed">
          <div className="wv-hue cm-frame" style={hueStyle(world.hue)}>
            <BackLink to={`/${world.worldName}`}>{t('back', { world: world.worldName })}</BackLink>
            <PageHead title={t('title')} />
            <Feed world={world} />
          </div>
        </Page>
      )}
    </WorldGate>
  )
}

function Feed({ world }: { world: World }) {
  const t = useText('community')
  const { worldName } = world
  const list = useFeed(worldName)
  // The pinned post stands above.
  const others = list.items.filter(({ isFixed }) => !isFixed)
  return (
    <div className="cm-columns">
      <div className="cm-list">
        <Composer world={world} />
        <FixedPost worldName={worldName} />
        <FreshPosts worldName={worldName} />
        <EndlessList
          list={{ ...list, items: others }}
          label={t('title')}
          keyOf={({ feedId }) => feedId}
          empty={list.items.length === 0 && <NoPosts world={world} />}
          estimatedHeight={POST_HEIGHT}
          gap={16}
          placeKey={`community/${worldName}`}
          waiting={<PostSkeletons />}
        >
          {(post) => <PostCard post={post} />}
        </EndlessList>
      </div>
      <PluginSlot at="world.visit" data={{ worldName }} />
      <aside className="cm-aside">
        <AnnouncementList world={world} />
      </aside>
    </div>
  )
}
