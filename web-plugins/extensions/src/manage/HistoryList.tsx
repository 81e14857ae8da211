// What happened to an installed plugin.
import { EmptyInline, formatDate, formatWit, ListView, useText } from '@witverse/sdk'
import { useHistory } from '../api/installs'
import type { History } from '../api/types'

interface Details {
  version?: string
  hundredths?: number
  /** Of a stop by the platform. */
  reason?: string | null
}

export function HistoryList({ worldId, id }: { worldId: string; id: string }) {
  const t = useText('extensions')
  const list = useHistory(worldId, id)
  return (
    <ListView
      list={list}
      className="ex-history"
      label={t('manage.history')}
      keyOf={(event) => event.id}
      empty={<EmptyInline text={t('manage.historyNone')} />}
    >
      {(event) => <Entry event={event} />}
    </ListView>
  )
}

function Entry({ event }: { event: History }) {
  const t = useText('extensions')
  const { version = '', hundredths = 0, reason } = event.details as Details
  const kind = event.kind as 'installed' | 'funded'
  return (
    <p className="ex-event">
      <span>
        {t(`manage.event.${kind}`, { version, amount: formatWit(hundredths) })}
        {reason && `: ${reason}`}
      </span>
      <small>
        {formatDate(event.at)} · {event.by ?? t('manage.byPlatform')}
      </small>
    </p>
  )
}
