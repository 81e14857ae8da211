// The comments below a post: oldest first, with replies that open on demand.
import { Button, EmptyInline, ListView, LoadMoreButton, RowSkeletons, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useCommentActions } from '../api/actions'
import { useComments, useReplies } from '../api/feed'
import type { Comment, PostPage, World } from '../api/types'
import { WhyNot } from '../feed/WhyNot'
import { CommentForm } from './CommentForm'
import { CommentRow } from './CommentRow'

export function Comments({ post, world }: { post: PostPage; world: World }) {
  const t = useText('community')
  const list = useComments(post.feedId)
  const { write } = useCommentActions(post.feedId)
  const empty = <EmptyInline text={t(post.canComment ? 'comments.none' : 'comments.noneReader')} />
  return (
    <section className="cm-comments" aria-label={t('comments.title')}>
      <ListView
        list={list}
        className="cm-comment-list"
        label={t('comments.title')}
        empty={empty}
        waiting={<RowSkeletons rows={2} />}
        keyOf={({ commentId }) => commentId}
      >
        {(comment) => <Thread post={post} comment={comment} />}
      </ListView>
      {post.canComment && !post.isHide ? (
        <CommentForm label={t('comments.label')} onSend={(text) => write(text)} />
      ) : (
        !post.isHide && <WhyNot world={world} comments />
      )}
    </section>
  )
}

/** A comment with its replies. */
function Thread({ post, comment }: { post: PostPage; comment: Comment }) {
  const t = useText('community')
  const { write } = useCommentActions(post.feedId)
  const [isOpen, setOpen] = useState(false)
  const [isAnswering, setAnswering] = useState(false)
  const { commentId, replyCount, author } = comment
  const canReply = post.canComment && !post.isHide && !comment.isHide && author !== null
  async function send(text: string) {
    await write(text, commentId)
    setOpen(true)
  }
  return (
    <CommentRow feedId={post.feedId} comment={comment} canModerate={post.canModerate}>
      <div className="cm-comment-actions">
        {canReply && !isAnswering && (
          <Button variant="quiet" size="small" onClick={() => setAnswering(true)}>
            {t('comments.reply')}
          </Button>
        )}
        {replyCount > 0 && !isOpen && (
          <Button variant="quiet" size="small" aria-expanded={false} onClick={() => setOpen(true)}>
            {t('comments.showReplies', { count: replyCount })}
          </Button>
        )}
      </div>
      {isOpen && <Replies post={post} parent={comment} />}
      {isAnswering && author && (
        <CommentForm
          label={t('comments.replyTo', { name: author.nickname })}
          onSend={send}
          onSent={() => setAnswering(false)}
          autoFocus
        />
      )}
    </CommentRow>
  )
}

function Replies({ post, parent }: { post: PostPage; parent: Comment }) {
  const list = useReplies(post.feedId, parent.commentId)
  if (list.status === 'pending') return <RowSkeletons rows={1} />
  return (
    <>
      <ul className="cm-replies">
        {list.items.map((reply) => (
          <li key={reply.commentId}>
            <CommentRow feedId={post.feedId} comment={reply} canModerate={post.canModerate} />
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </>
  )
}
