// One alarm: what it says, where it leads, and what the two of them have written below it.
import {
  ButtonLink,
  EmptyState,
  formatAgo,
  Icon,
  IconButton,
  isMissing,
  Skeleton,
  Trouble,
  useLanguage,
  useModal,
  usePagePath,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useEffect, useRef } from 'react'
import { useMailActions, useThread } from '../api/mail'
import type { Reply, Thread } from '../api/types'
import { KindTile } from '../parts/KindTile'
import { ReplyForm } from './ReplyForm'
import { leadOf, textOf, titleOf } from './words'

export function ThreadView({ id }: { id: string }) {
  const t = useText('mail')
  const path = usePagePath('mail')
  const thread = useThread(id)
  if (thread.status === 'pending') return <Skeleton style={{ height: 360, borderRadius: 22 }} />
  if (thread.status === 'error') {
    const { error } = thread
    if (!isMissing(error)) return <Trouble error={error} onRetry={() => void thread.refetch()} />
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
  return <Opened thread={thread.data} />
}

function Opened({ thread }: { thread: Thread }) {
  const t = useText('mail')
  const path = usePagePath('mail')
  const modal = useModal()
  const { language } = useLanguage()
  const { alarmId, kind, from, createdAt, link, canReply, remainAmount, replies } = thread
  useReadOnceShown(thread)
  return (
    <article className="wv-card ml-thread">
      <header className="ml-thread-head">
        <Link className="ml-back" to={path} aria-label={t('title')}>
          <Icon name="left" />
        </Link>
        <KindTile alarm={thread} size={48} />
        <div>
          <h2>{titleOf(thread, language, t)}</h2>
          <p>
            {from ? (
              <Link to={`/user/${from.userId}`}>{from.nickname}</Link>
            ) : (
              t(`kinds.${kind}`, { defaultValue: t('kinds.system') })
            )}{' '}
            · {formatAgo(createdAt, language)}
          </p>
        </div>
        {from && (
          <IconButton
            label={t('thread.report', { name: from.nickname })}
            onClick={() =>
              modal.open('report', {
                userId: from.userId,
                name: from.nickname,
                subject: { kind: 'mail', id: alarmId },
              })
            }
          >
            <Icon name="flag" size={18} />
          </IconButton>
        )}
      </header>
      <p className="ml-thread-text">{textOf(thread, language, t)}</p>
      {remainAmount !== null && (
        <p className="ml-amount">
          <WitAmount hundredths={remainAmount} />
        </p>
      )}
      {link && isOwn(link) && (
        <ButtonLink to={link} look="secondary" size="small" className="ml-link">
          {t(`leads.${leadOf(link)}`)} <Icon name="right" size={16} />
        </ButtonLink>
      )}
      {replies.length > 0 && <Replies replies={replies} />}
      {canReply && from ? (
        <ReplyForm alarmId={alarmId} name={from.nickname} />
      ) : (
        replies.length > 0 && <p className="ml-note">{t('thread.closed')}</p>
      )}
    </article>
  )
}

/** Within this site; anything else is not followed. */
const isOwn = (link: string): boolean => /^\/(?!\/)/.test(link)

/** Opened is read, and what is written while it is open as well. */
function useReadOnceShown({ alarmId, isRead, replyCount }: Thread) {
  const { readAlarm } = useMailActions()
  const told = useRef('')
  useEffect(() => {
    const mark = `${alarmId}/${replyCount}`
    if (isRead || told.current === mark) return
    told.current = mark
    void readAlarm(alarmId).catch(() => undefined) // it stays new, and is read the next time
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
  return (
    <ol className="ml-replies" aria-label={t('thread.title')} aria-live="polite">
      {replies.map(({ replyId, mine, from, content, at }) => (
        <li key={replyId} className={mine ? 'is-mine' : undefined} ref={replyId === last ? end : undefined}>
          <small>
            {mine ? t('thread.you') : (from?.nickname ?? t('someone'))} · {formatAgo(at, language)}
          </small>
          <p>{content}</p>
        </li>
      ))}
    </ol>
  )
}
