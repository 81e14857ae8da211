// On the page of a world: announcements, the composer, the pinned post and the newest posts.
import { ButtonLink, Icon, ListView, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { AnnouncementList } from '../announcements/AnnouncementList'
import { useFeed } from '../api/feed'
import { Composer } from '../feed/Composer'
import { FixedPost, FreshPosts, NoPosts, PostSkeletons } from '../feed/FeedParts'
import { PostCard } from '../feed/PostCard'

const PREVIEW = 4

export default function WorldSection({ data }: SlotProps) {
  const world = data as WorldSlotData
  // Of a private world, other people see the name only.
  const isOpen = world.isPublic || world.isMember || world.isOwner || world.isAdmin
  return isOpen ? <Section world={world} /> : null
}

function Section({ world }: { world: WorldSlotData }) {
  const t = useText('community')
  const { worldName } = world
  const list = useFeed(worldName, 'all', PREVIEW)
  // The pinned post stands above.
  const others = list.items.filter(({ isFixed }) => !isFixed)
  const preview = { ...list, hasNextPage: false, items: others }
  return (
    <section className="cm-section" aria-labelledby="community-feed">
      <AnnouncementList world={world} />
      <header className="wv-section-head">
        <h2 id="community-feed">{t('title')}</h2>
        <ButtonLink variant="quiet" size="small" to={`/${worldName}/post`}>
          {t('all')} <Icon name="right" size={16} />
        </ButtonLink>
      </header>
      <Composer world={world} />
      <FixedPost worldName={worldName} />
      <FreshPosts worldName={worldName} />
      <ListView
        list={preview}
        className="cm-list"
        label={t('title')}
        keyOf={({ feedId }) => feedId}
        empty={list.items.length === 0 && <NoPosts world={world} />}
        waiting={<PostSkeletons posts={2} />}
      >
        {(post) => <PostCard post={post} variant="preview" />}
      </ListView>
    </section>
  )
}
