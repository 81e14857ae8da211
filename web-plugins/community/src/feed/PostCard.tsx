// A post in a list or on its own page.
import {
  Badge,
  classes,
  ErrorBoundary,
  formatAgo,
  Icon,
  PersonName,
  Skeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Post, PostPage } from '../api/types'
import { AppealDialog } from './PostDialogs'
import { PostMenu } from './PostMenu'
import { PostText } from './PostText'
import { ReactionBar } from './ReactionBar'

const PostImages = lazy(() => import('./PostImages'))

interface PostCardProps {
  post: Post | PostPage
  /** `preview` shows the first lines; `whole` is the page of the post. */
  variant?: 'list' | 'preview' | 'whole'
  onDeleted?: () => void
  /** Below the reactions: the comments on the page of a post. */
  children?: ReactNode
}

export const postPath = ({ worldName, feedId }: Post) => `/${worldName}/post/${feedId}`

export function PostCard({ post, variant = 'list', onDeleted, children }: PostCardProps) {
  const t = useText('community')
  const { language } = useLanguage()
  const { author, createdAt, commentCount } = post
  const when = (
    <>
      <time dateTime={createdAt}>{formatAgo(createdAt, language)}</time>
      {post.editedAt && ` · ${t('post.edited')}`}
    </>
  )
  return (
    <article
      className={classes('cm-post', post.isFixed && 'is-fixed', `is-${variant}`)}
      aria-label={t('post.by', { name: author.nickname })}
    >
      <header className="cm-post-head">
        <PersonName person={author} note={when} size={40} />
        <span className="cm-post-badges">
          {post.isFixed && <Badge tone="accent">{t('post.pinned')}</Badge>}
          {post.isMember && <Badge>{t('post.members')}</Badge>}
        </span>
        <PostMenu post={post} {...(onDeleted && { onDeleted })} />
      </header>
      {post.isHide && <HiddenNotice post={post} />}
      <PostText text={post.text} className="cm-post-text" />
      {post.images.length > 0 && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={<Skeleton style={{ height: 180 }} />}>
            <PostImages post={post} />
          </Suspense>
        </ErrorBoundary>
      )}
      <footer className="cm-post-foot">
        <ReactionBar post={post} />
        {variant === 'whole' ? (
          <span className="cm-count">{t('post.comments', { count: commentCount })}</span>
        ) : (
          <Link className="cm-count" to={postPath(post)}>
            {t('post.comments', { count: commentCount })} <Icon name="right" size={16} />
          </Link>
        )}
      </footer>
      {children}
    </article>
  )
}

/** Says that a post is hidden, why, and what its author can do. */
function HiddenNotice({ post }: { post: Post }) {
  const t = useText('community')
  const [asking, setAsking] = useState(false)
  return (
    <div className="cm-hidden">
      <Icon name="hidden" size={18} />
      <p>
        <b>{t('post.hidden')}</b>
        {post.hideReason && <span>{t('post.reason', { reason: post.hideReason })}</span>}
      </p>
      {post.isMine &&
        (post.isAppealed ? (
          <span>{t('post.appealed')}</span>
        ) : (
          <button type="button" className="wv-button is-secondary is-small" onClick={() => setAsking(true)}>
            {t('post.appeal')}
          </button>
        ))}
      {asking && <AppealDialog post={post} onClose={() => setAsking(false)} />}
    </div>
  )
}
