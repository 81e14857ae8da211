// A comment or a reply, with its menu.
import {
  Avatar,
  Badge,
  Confirm,
  formatAgo,
  Icon,
  IconButton,
  useAction,
  useCaller,
  useLanguage,
  useModal,
  useText,
} from '@witverse/sdk'
import { Menu, type MenuEntry } from '@witverse/sdk/controls'
import { Link } from '@witverse/sdk/router'
import { type ReactNode, useState } from 'react'
import { useCommentActions } from '../api/actions'
import type { Comment } from '../api/types'
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
  const modal = useModal()
  const { user } = useCaller()
  const { remove, setHidden } = useCommentActions(feedId)
  const [dialog, setDialog] = useState<'delete' | 'hide' | null>(null)
  const { run } = useAction(async (work: () => Promise<void>) => work())
  const { isMine, isHide } = comment
  const close = () => setDialog(null)
  const report = () => {
    const subject = { kind: 'comment', id: comment.commentId }
    if (user) modal.open('report', { userId: author.userId, name: author.nickname, subject })
    else modal.open('sign-in')
  }
  const entries: (MenuEntry | false)[] = [
    canModerate &&
      (isHide
        ? {
            id: 'show',
            text: t('menu.show'),
            icon: 'eye',
            onSelect: () => void run(() => setHidden(comment, false)),
          }
        : { id: 'hide', text: t('menu.hide'), icon: 'hidden', onSelect: () => setDialog('hide') }),
    !isMine && { id: 'report', text: t('menu.report'), icon: 'flag', onSelect: report },
    (isMine || canModerate) && {
      id: 'delete',
      text: t('menu.delete'),
      icon: 'trash',
      tone: 'danger',
      onSelect: () => setDialog('delete'),
    },
  ]
  const label = t('comments.menu', { name: author.nickname })
  return (
    <>
      <Menu
        label={label}
        align="end"
        trigger={
          <IconButton label={label} className="cm-more">
            <Icon name="menu" size={16} />
          </IconButton>
        }
        entries={entries.filter((entry) => entry !== false)}
      />
      {dialog === 'hide' && (
        <HideDialog
          title={t('hide.comment')}
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
