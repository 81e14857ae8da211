// Comments on an item or a block, on a page of the plugin that owns it (slot `comments`).
import { useQueryClient } from '@tanstack/react-query'
import {
  Avatar,
  Button,
  type CommentsSlotData,
  EmptyInline,
  formatAgo,
  Icon,
  IconButton,
  ListView,
  payload,
  type SlotProps,
  useAction,
  useApi,
  useCaller,
  useLanguage,
  useList,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { KEYS } from '../api/feed'
import type { GalleryComment } from '../api/types'
import { CommentForm } from '../comments/CommentForm'

export default function GalleryComments({ data }: SlotProps) {
  const t = useText('community')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const { user } = useCaller()
  const modal = useModal()
  const { kind, id, isOwner } = data as CommentsSlotData
  const key = KEYS.gallery(kind, id)
  const list = useList<GalleryComment>(key, (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/comments/{kind}/{id}', { params: { path: { kind, id }, query: cursor }, signal }),
    ),
  )

  async function changed(text: string) {
    await queries.invalidateQueries({ queryKey: key })
    toast(text, 'good')
  }
  async function write(text: string) {
    await payload(
      api.POST('/api/v2/comments/{kind}/{id}', { params: { path: { kind, id } }, body: { text } }),
    )
    await changed(t('said.commentPosted'))
  }
  const removing = useAction(async (commentId: string) => {
    const params = { path: { kind, id, commentId } }
    await payload(api.DELETE('/api/v2/comments/{kind}/{id}/{commentId}', { params }))
    await changed(t('said.commentDeleted'))
  })

  return (
    <section className="cm-comments" aria-label={t('comments.title')}>
      <h2 className="cm-comments-title">{t('comments.title')}</h2>
      {user?.hasNickname ? (
        <CommentForm label={t('comments.label')} onSend={write} />
      ) : (
        <Button variant="secondary" size="small" onClick={() => modal.open(user ? 'nickname' : 'sign-in')}>
          {t(user ? 'cannot.nicknameAction' : 'cannot.signIn')}
        </Button>
      )}
      <ListView
        list={list}
        className="cm-comment-list"
        label={t('comments.title')}
        empty={<EmptyInline text={t(user ? 'comments.none' : 'comments.noneReader')} />}
        keyOf={({ commentId }) => commentId}
      >
        {(comment) => (
          <Row
            comment={comment}
            canDelete={comment.isMine || isOwner}
            onDelete={() => void removing.run(comment.commentId)}
          />
        )}
      </ListView>
    </section>
  )
}

interface RowProps {
  comment: GalleryComment
  canDelete: boolean
  onDelete: () => void
}

function Row({ comment, canDelete, onDelete }: RowProps) {
  const t = useText('community')
  const modal = useModal()
  const { language } = useLanguage()
  const { author, text, createdAt, commentId, isMine } = comment
  const name = author.nickname
  return (
    <article className="cm-comment" aria-label={t('comments.by', { name })}>
      <Avatar name={name} image={author.thumbnail} size={32} />
      <div className="cm-comment-body">
        <header>
          <Link to={`/user/${author.userId}`}>{name}</Link>
          <time dateTime={createdAt}>{formatAgo(createdAt, language)}</time>
        </header>
        <p>{text}</p>
      </div>
      {!isMine && (
        <IconButton
          label={`${t('menu.report')} · ${name}`}
          className="cm-more"
          onClick={() =>
            modal.open('report', {
              userId: author.userId,
              name,
              subject: { kind: 'comment', id: commentId },
            })
          }
        >
          <Icon name="flag" size={16} />
        </IconButton>
      )}
      {canDelete && (
        <IconButton label={`${t('menu.delete')} · ${name}`} className="cm-more" onClick={onDelete}>
          <Icon name="trash" size={16} />
        </IconButton>
      )}
    </article>
  )
}
