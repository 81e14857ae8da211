// One notification: its text, its link and the replies.
import {
  ButtonLink,
  EmptyState,
  ErrorMessage,
  formatAgo,
  Icon,
  isMissing,
  ReportButton,
  Skeleton,
  textOr,
  useLanguage,
  usePagePath,
  useText,
  useWalletRate,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useEffect, useRef, useState } from 'react'
import { useMailActions, useThread } from '../api/mail'
import type { Reply, Thread } from '../api/types'
import { KindTile } from '../parts/KindTile'
import { ReplyForm } from './ReplyForm'
import { SenderNote } from './SenderNote'
import { useAnswered } from './useAnswered'
import { leadOf, textOf, titleOf } from './words'

export function ThreadView({ id }: { id: string }) {
  const t = useText('mail')
  const path = usePagePath('mail')
  const thread = useThread(id)
  if (thread.status === 'pending')
    return <Skeleton style={{ height: 360, borderRadius: 'var(--radius-card)' }} />
  if (thread.status === 'error') {
    const { error } = thread
    if (!isMissing(error)) return <ErrorMessage error={error} onRetry={() => void thread.refetch()} />
    return (
      <section className="wv-card">
        <EmptyState
          title={t('thread.missing')}
          text={t('thread.missingText')}
          action={<ButtonLink to={path}>{t('title')}</ButtonLink>}
        />
      </section>
    )
  }
  return <OpenThread thread={thread.data} />
}

function OpenThread({ thread }: { thread: Thread }) {
  const t = useText('mail')
  const path = usePagePath('mail')
  const { language } = useLanguage()
  const { alarmId, kind, from, createdAt, link, canReply, remainAmount, replies, sender } = thread
  const rate = useWalletRate()
  const answered = useAnswered(thread)
  useReadOnceShown(thread)
  return (
    <article className="wv-card ml-thread">
      <header className="ml-thread-head">
        <Link className="ml-up" to={path} aria-label={t('title')}>
          <Icon name="left" />
        </Link>
        <KindTile alarm={thread} size={48} />
        <div>
          <h2>{titleOf(thread, language, t)}</h2>
          <p>
            {from ? (
              <Link to={`/user/${from.userId}`}>{from.nickname}</Link>
            ) : (
              textOr(t, `kinds.${kind}`, t('kinds.system'))
            )}{' '}
            · {formatAgo(createdAt, language)}
          </p>
        </div>
        {from && <ReportButton person={from} kind="mail" id={alarmId} />}
      </header>
      <p className="ml-thread-text">{answered ? t('thread.answered') : textOf(thread, language, t)}</p>
      {remainAmount !== null && (
        <p className="ml-amount">
          <WitAmount hundredths={remainAmount} rate={rate} />
        </p>
      )}
      {link && isOwn(link) && (
        <ButtonLink to={link} variant="secondary" size="small" className="ml-link">
          {t(leadOf(link))} <Icon name="right" size={16} />
        </ButtonLink>
      )}
      {sender && <SenderNote sender={sender} />}
      {replies.length > 0 && <Replies replies={replies} />}
      {canReply && from ? (
        <ReplyForm alarmId={alarmId} name={from.nickname} />
      ) : (
        replies.length > 0 && <p className="wv-note">{t('thread.closed')}</p>
      )}
    </article>
  )
}

/** Whether a link is a path on this site; other links are not shown. */
const isOwn = (link: string): boolean => /^\/(?!\/)/.test(link)

/** Marks the notification as read when it opens, and again after each reply while it is open. */
function useReadOnceShown({ alarmId, isRead, replyCount }: Thread) {
  const { readAlarm } = useMailActions()
  const marked = useRef('')
  useEffect(() => {
    const mark = `${alarmId}/${replyCount}`
    if (isRead || marked.current === mark) return
    marked.current = mark
    void readAlarm(alarmId).catch(() => undefined) // stays unread until the next visit
  })
}

function Replies({ replies }: { replies: Reply[] }) {
  const t = useText('mail')
  const { language } = useLanguage()
  const end = useRef<HTMLLIElement>(null)
  const last = replies.at(-1)?.replyId
  useEffect(() => {
    if (last) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [last])
  // Announces only a reply that arrives while the thread is open, not the whole conversation.
  const [shownAtFirst] = useState(replies.length)
  const latest = replies.length > shownAtFirst ? replies.at(-1) : undefined
  return (
    <>
      <p className="wv-visually-hidden" role="status">
        {latest && !latest.mine && `${latest.from?.nickname ?? t('someone')}: ${latest.content}`}
      </p>
      <ol className="ml-replies" aria-label={t('thread.title')}>
        {replies.map(({ replyId, mine, from, content, at }) => (
          <li key={replyId} className={mine ? 'is-mine' : undefined} ref={replyId === last ? end : undefined}>
            <small>
              {mine ? t('thread.you') : (from?.nickname ?? t('someone'))} · {formatAgo(at, language)}
            </small>
            <p>{content}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
