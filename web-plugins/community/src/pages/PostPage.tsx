// `/{worldName}/post/{id}`: one post with its comments.
import {
  BackLink,
  ButtonLink,
  EmptyPage,
  hueStyle,
  Loaded,
  Page,
  PluginSlot,
  useText,
  useWorld,
} from '@witverse/sdk'
import { useNavigate, useParams } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import { usePost } from '../api/feed'
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
  const missing = (
    <EmptyPage
      title={t('post.missing')}
      text={t('post.missingText', { world: worldName })}
      action={<ButtonLink to={feed}>{t('backToFeed')}</ButtonLink>}
    />
  )
  const denied = (
    <EmptyPage
      title={t('post.closed')}
      text={t('post.closedText', { world: worldName })}
      action={<ButtonLink to={`/${worldName}`}>{t('cannot.action')}</ButtonLink>}
    />
  )
  const frame = (title: string, children: ReactNode) => (
    <Page title={title} width="bleed">
      <div className="wv-hue cm-frame" style={hueStyle(world.data?.hue ?? 250)}>
        <BackLink to={feed}>{t('backToFeed')}</BackLink>
        <h1 className="wv-visually-hidden">{title}</h1>
        {children}
      </div>
    </Page>
  )
  const waiting = (
    <div className="cm-single">
      <PostSkeletons posts={1} />
    </div>
  )
  return (
    <Loaded
      query={post}
      title={t('title')}
      waiting={frame(t('title'), waiting)}
      missing={missing}
      denied={denied}
    >
      {(shown) =>
        frame(
          t('post.by', { name: shown.author.nickname }),
          <>
            <PluginSlot at="world.visit" data={{ worldName }} />
            {world.data ? (
              <div className="cm-single">
                <PostCard post={shown} variant="whole" onDeleted={() => navigate(feed)}>
                  <Comments post={shown} world={world.data} />
                </PostCard>
              </div>
            ) : (
              waiting
            )}
          </>,
        )
      }
    </Loaded>
  )
}
