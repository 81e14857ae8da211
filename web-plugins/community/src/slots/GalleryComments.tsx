// Comments on an item or a block, on a page of the plugin that owns it (slot `comments`).
import { useQueryClient } from '@tanstack/react-query'
import {
  Avatar,
  Badge,
  Button,
  type CommentsSlotData,
  classes,
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
import { useState } from 'react'
import { KEYS } from '../api/feed'
import type { GalleryComment } from '../api/types'
import { CommentForm } from '../comments/CommentForm'
import { HideDialog } from '../feed/PostDialogs'

export default function GalleryComments({ data }: SlotProps) {
  const t = useText('community')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const { user } = useCaller()
  const modal = useModal()
  const { kind, id } = data as CommentsSlotData
  const key = KEYS.gallery(kind, id)
  const list = useList<GalleryComment>(key, (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/comments/{kind}/{id}', { params: { path: { kind, id }, query: cursor }, signal }),
    ),
  )

  async function changed(text: string) {
    await queries.invalidateQueries({ queryKey: key })
    void queries.invalidateQueries({ queryKey: KEYS.counts })
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
  const [hiding, setHiding] = useState<string | null>(null)
  async function setHidden(commentId: string, isHide: boolean, reason?: string) {
    const params = { path: { kind, id, commentId } }
    const body = { isHide, ...(reason && { reason }) }
    await payload(api.POST('/api/v2/comments/{kind}/{id}/{commentId}/status', { params, body }))
    await changed(t(isHide ? 'said.hidden' : 'said.shown'))
  }
  const showing = useAction(async (commentId: string) => setHidden(commentId, false))

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
            onDelete={() => void removing.run(comment.commentId)}
            onHide={() => setHiding(comment.commentId)}
            onShow={() => void showing.run(comment.commentId)}
          />
        )}
      </ListView>
      {hiding && (
        <HideDialog
          title={t('hide.comment')}
          text={t('hide.galleryText')}
          onConfirm={(reason) => setHidden(hiding, true, reason)}
          onClose={() => setHiding(null)}
        />
      )}
    </section>
  )
}

interface RowProps {
  comment: GalleryComment
  onDelete: () => void
  onHide: () => void
  onShow: () => void
}

function Row({ comment, onDelete, onHide, onShow }: RowProps) {
  const t = useText('community')
  const modal = useModal()
  const { language } = useLanguage()
  const { author, text, createdAt, commentId, isMine, isHide, canModerate } = comment
  const name = author.nickname
  return (
    <article className={classes('cm-comment', isHide && 'is-hidden')} aria-label={t('comments.by', { name })}>
      <Avatar name={name} image={author.thumbnail} size={32} />
      <div className="cm-comment-body">
        <header>
          <Link to={`/user/${author.userId}`}>{name}</Link>
          <time dateTime={createdAt}>{formatAgo(createdAt, language)}</time>
          {isHide && <Badge>{t('comments.hiddenByModerator')}</Badge>}
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
      {canModerate && !isMine && (
        <IconButton
          label={`${t(isHide ? 'menu.show' : 'menu.hide')} · ${name}`}
          className="cm-more"
          onClick={isHide ? onShow : onHide}
        >
          <Icon name={isHide ? 'eye' : 'hidden'} size={16} />
        </IconButton>
      )}
      {(isMine || canModerate) && (
        <IconButton label={`${t('menu.delete')} · ${name}`} className="cm-more" onClick={onDelete}>
          <Icon name="trash" size={16} />
        </IconButton>
      )}
    </article>
  )
}
