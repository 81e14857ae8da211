// Parts of every list of posts: the pinned post, the button for new ones, the empty state and the skeletons.
import { Button, EmptyState, Icon, Skeleton, useText } from '@witverse/sdk'
import { useFixedPost } from '../api/feed'
import type { World } from '../api/types'
import { mayWrite } from './Composer'
import { PostCard } from './PostCard'
import { useFreshPosts } from './useFreshPosts'

export function FixedPost({ worldName }: { worldName: string }) {
  const { data } = useFixedPost(worldName)
  return data?.post ? <PostCard post={data.post} variant="preview" /> : null
}

export function FreshPosts({ worldName }: { worldName: string }) {
  const t = useText('community')
  const { isFresh, show } = useFreshPosts(worldName)
  return (
    <div className="cm-fresh" role="status">
      {isFresh && (
        <Button size="small" onClick={show}>
          <Icon name="up" size={16} /> {t('fresh')}
        </Button>
      )}
    </div>
  )
}

export function NoPosts({ world }: { world: World }) {
  const t = useText('community')
  const text = mayWrite(world) ? 'empty.writer' : 'empty.reader'
  return <EmptyState title={t('empty.title')} text={t(text, { world: world.worldName })} />
}

export function PostSkeletons({ posts = 3 }: { posts?: number }) {
  const t = useText('kit')
  return (
    <div className="cm-list" role="status" aria-label={t('loading')}>
      {Array.from({ length: posts }, (_, index) => (
        <Skeleton key={index} style={{ height: 168, borderRadius: 'var(--radius-card)' }} />
      ))}
    </div>
  )
}
