import { classes, EmptyState, formatAgo, ListView, useLanguage, usePagePath, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useAlarms } from '../api/mail'
import type { Alarm } from '../api/types'
import { Envelope } from '../parts/Envelope'
import { KindTile } from '../parts/KindTile'
import { textOf, titleOf } from './words'

export function AlarmList({ current }: { current: string | null }) {
  const t = useText('mail')
  const list = useAlarms()
  return (
    <ListView
      list={list}
      className="ml-list"
      label={t('tabs.alarms')}
      empty={<EmptyState art={<Envelope />} title={t('alarms.none')} text={t('alarms.noneText')} />}
      keyOf={({ alarmId }) => alarmId}
    >
      {(alarm) => <AlarmRow alarm={alarm} current={alarm.alarmId === current} />}
    </ListView>
  )
}

function AlarmRow({ alarm, current }: { alarm: Alarm; current: boolean }) {
  const t = useText('mail')
  const path = usePagePath('mail')
  const { language } = useLanguage()
  const { alarmId, isRead, activeAt, replyCount } = alarm
  return (
    <Link
      to={`${path}?alarm=${alarmId}`}
      className={classes('ml-alarm', !isRead && 'is-new')}
      aria-current={current || undefined}
      preventScrollReset
    >
      <KindTile alarm={alarm} />
      <span className="ml-alarm-text">
        <strong>
          {!isRead && <span className="ml-dot" role="img" aria-label={t('new')} />}{' '}
          {titleOf(alarm, language, t)}
        </strong>
        <span>{textOf(alarm, language, t)}</span>
        <small>
          {formatAgo(activeAt, language)}
          {replyCount > 0 && ` · ${t('thread.replies', { count: replyCount })}`}
        </small>
      </span>
    </Link>
  )
}
