// The notices of the platform; each opens in place.
import { EmptyState, formatDate, Icon, ListView, useLanguage, useText } from '@witverse/sdk'
import { useMailActions, useNotices } from '../api/mail'
import type { Notice } from '../api/types'
import { Envelope } from '../parts/Envelope'

export function NoticeList({ opened }: { opened: string | null }) {
  const t = useText('mail')
  const list = useNotices()
  return (
    <ListView
      list={list}
      className="ml-notices"
      label={t('tabs.notices')}
      empty={<EmptyState art={<Envelope />} title={t('notices.none')} text={t('notices.noneText')} />}
      keyOf={({ noticeId }) => noticeId}
    >
      {(notice) => <NoticeRow notice={notice} open={notice.noticeId === opened} />}
    </ListView>
  )
}

function NoticeRow({ notice, open }: { notice: Notice; open: boolean }) {
  const t = useText('mail')
  const { language } = useLanguage()
  const { readNotice } = useMailActions()
  const { noticeId, isRead, title, body, publishedAt } = notice
  const read = (opening: boolean) => {
    if (opening && !isRead) void readNotice(noticeId).catch(() => undefined) // stays unread
  }
  return (
    <details className="ml-notice" open={open} onToggle={(event) => read(event.currentTarget.open)}>
      <summary>
        <span>
          <strong>
            {!isRead && <span className="ml-dot" role="img" aria-label={t('new')} />} {title[language]}
          </strong>
          <small>{formatDate(publishedAt)}</small>
        </span>
        <Icon name="up" size={18} />
      </summary>
      <p>{body[language]}</p>
    </details>
  )
}
