// A comment or a reply, with its menu.
import { Avatar, Badge, Confirm, formatAgo, useAction, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { type ReactNode, useState } from 'react'
import { useCommentActions } from '../api/actions'
import type { Comment } from '../api/types'
import { MoreMenu, useContentEntries } from '../feed/MoreMenu'
import { HideDialog } from '../feed/PostDialogs'
import { PostText } from '../feed/PostText'

interface CommentRowProps {
  feedId: string
  comment: Comment
  canModerate: boolean
  /** Below the text: the answer button and the replies. */
  children?: ReactNode
}

export function CommentRow({ feedId, comment, canModerate, children }: CommentRowProps) {
  const t = useText('community')
  const { language } = useLanguage()
  const { author, text } = comment
  if (!author || text === null) {
    return (
      <div className="cm-comment is-deleted">
        <p>{t('comments.deleted')}</p>
        {children}
      </div>
    )
  }
  return (
    <article className="cm-comment" aria-label={t('comments.by', { name: author.nickname })}>
      <Avatar name={author.nickname} image={author.thumbnail} size={32} />
      <div className="cm-comment-body">
        <header>
          <Link to={`/user/${author.userId}`}>{author.nickname}</Link>
          <time dateTime={comment.createdAt}>{formatAgo(comment.createdAt, language)}</time>
          {comment.isHide && <Badge>{t('comments.hidden')}</Badge>}
        </header>
        <PostText text={text} />
        {children}
      </div>
      <CommentMenu feedId={feedId} comment={comment} author={author} canModerate={canModerate} />
    </article>
  )
}

interface CommentMenuProps extends Omit<CommentRowProps, 'children'> {
  author: NonNullable<Comment['author']>
}

function CommentMenu({ feedId, comment, author, canModerate }: CommentMenuProps) {
  const t = useText('community')
  const { remove, setHidden } = useCommentActions(feedId)
  const [dialog, setDialog] = useState<'delete' | 'hide' | null>(null)
  const { run } = useAction(async (work: () => Promise<void>) => work())
  const close = () => setDialog(null)
  const {
    visibility,
    report,
    remove: removal,
  } = useContentEntries(
    { ...comment, kind: 'comment', id: comment.commentId, author, canModerate },
    {
      onShow: () => void run(() => setHidden(comment, false)),
      onHide: () => setDialog('hide'),
      onDelete: () => setDialog('delete'),
    },
  )
  return (
    <>
      <MoreMenu
        label={t('comments.menu', { name: author.nickname })}
        entries={[visibility, report, removal]}
      />
      {dialog === 'hide' && (
        <HideDialog
          title={t('hide.comment')}
          text={t('hide.commentText')}
          onConfirm={(reason) => setHidden(comment, true, reason)}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          tone="danger"
          title={t('comments.deleteTitle')}
          text={t('comments.deleteText')}
          action={t('delete.action')}
          onConfirm={() => remove(comment)}
          onClose={close}
        />
      )}
    </>
  )
}
