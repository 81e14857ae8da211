// `/{worldName}/post/{id}`: one post with its comments.
import {
  ApiError,
  ButtonLink,
  EmptyState,
  hueStyle,
  Icon,
  isMissing,
  Page,
  PageError,
  PluginSlot,
  useText,
} from '@witverse/sdk'
import { Link, useNavigate, useParams } from '@witverse/sdk/router'
import { usePost, useWorld } from '../api/feed'
import { Comments } from '../comments/Comments'
import { PostSkeletons } from '../feed/FeedParts'
import { PostCard } from '../feed/PostCard'

export default function PostPage() {
  const t = useText('community')
  const navigate = useNavigate()
  const { worldName = '', id = '' } = useParams()
  const world = useWorld(worldName)
  const post = usePost(id)
  const feed = `/${worldName}/post`
  if (post.status === 'error') {
    const isClosed = post.error instanceof ApiError && post.error.status === 403
    if (!isClosed && !isMissing(post.error)) {
      return <PageError error={post.error} onRetry={() => void post.refetch()} />
    }
    return (
      <Page title={t('title')} className="wv-alone">
        <EmptyState
          level={1}
          title={t(isClosed ? 'post.closed' : 'post.missing')}
          text={t(isClosed ? 'post.closedText' : 'post.missingText', { world: worldName })}
          action={
            <ButtonLink to={isClosed ? `/${worldName}` : feed}>
              {t(isClosed ? 'cannot.action' : 'backToFeed')}
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  const author = post.data?.author.nickname
  return (
    <Page title={author ? t('post.by', { name: author }) : t('title')} width="bleed">
      <div className="wv-hue cm-page" style={hueStyle(world.data?.hue ?? 250)}>
        <header className="cm-head is-slim">
          <Link to={feed}>
            <Icon name="left" size={18} /> {t('backToFeed')}
          </Link>
          <h1 className="wv-visually-hidden">{author ? t('post.by', { name: author }) : t('title')}</h1>
        </header>
        {post.data && <PluginSlot at="world.visit" data={{ worldName }} />}
        <div className="cm-single">
          {post.data && world.data ? (
            <PostCard post={post.data} variant="whole" onDeleted={() => navigate(feed)}>
              <Comments post={post.data} world={world.data} />
            </PostCard>
          ) : (
            <PostSkeletons posts={1} />
          )}
        </div>
      </div>
    </Page>
  )
}
