// On the management page of a world: announcements, the pinned post, and hidden posts.
import { EmptyInline, ListView, Panel, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { AnnouncementList } from '../announcements/AnnouncementList'
import { useFeed, useFixedPost } from '../api/feed'
import { PostSkeletons } from '../feed/FeedParts'
import { PostCard } from '../feed/PostCard'

export default function ManagementSection({ data }: SlotProps) {
  const world = data as WorldSlotData
  return world.isOwner || world.isAdmin ? <Management world={world} /> : null
}

function Management({ world }: { world: WorldSlotData }) {
  const t = useText('community')
  const hidden = useFeed(world.worldName, 'hidden')
  const fixed = useFixedPost(world.worldName)
  return (
    <div className="cm-management">
      <AnnouncementList world={world} />
      <Panel title={t('manage.pinned')} text={t('manage.pinnedText')}>
        {fixed.data?.post ? (
          <PostCard post={fixed.data.post} variant="preview" />
        ) : (
          fixed.data && <EmptyInline text={t('manage.pinnedNone')} />
        )}
      </Panel>
      <Panel title={t('manage.hidden')} text={t('manage.hiddenText')}>
        <ListView
          list={hidden}
          className="cm-list"
          label={t('manage.hidden')}
          keyOf={({ feedId }) => feedId}
          empty={<EmptyInline text={t('manage.hiddenNone')} />}
          waiting={<PostSkeletons posts={1} />}
        >
          {(post) => <PostCard post={post} variant="preview" />}
        </ListView>
      </Panel>
    </div>
  )
}
