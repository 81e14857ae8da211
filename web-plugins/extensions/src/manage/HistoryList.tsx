// What happened to an installed plugin.
import { EmptyInline, formatDate, formatWit, ListView, useText } from '@witverse/sdk'
import { useHistory } from '../api/installs'
import type { Grant, History } from '../api/types'
import { collectionsOf } from './grant'

interface Details {
  version?: string
  hundredths?: number
  /** Of a stop by the platform. */
  reason?: string | null
  /** Of a change of the permissions. */
  granted?: Grant
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
  const { version = '', hundredths = 0, reason, granted } = event.details as Details
  const collections = granted ? collectionsOf(granted) : null
  const kind = event.kind as 'installed' | 'funded'
  return (
    <p className="ex-event">
      <span>
        {t(`manage.event.${kind}`, { version, amount: formatWit(hundredths) })}
        {reason && `: ${reason}`}
        {collections && ` · ${t('collections.count', { count: collections.length })}`}
      </span>
      <small>
        {formatDate(event.at)} · {event.by ?? t('manage.byPlatform')}
      </small>
    </p>
  )
}
