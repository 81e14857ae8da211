// All movements, the newest first, grouped by Korean days and filtered by kind, direction and month.
import {
  Button,
  EmptyInline,
  ErrorMessage,
  Icon,
  LoadMoreButton,
  Panel,
  RowSkeletons,
  saveFile,
  useAction,
  useApi,
  usePluginName,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import type { Movement } from '../api/types'
import { fetchCsv, type HistoryFilter, NO_FILTER, useHistory } from '../api/wallet'
import { kst } from '../parts/moments'
import { translateCsv } from './csv'
import { HistoryFilters } from './HistoryFilters'
import { MovementRow } from './MovementRow'

export function HistorySection() {
  const t = useText('wallet')
  const api = useApi()
  const [filter, setFilter] = useState<HistoryFilter>(NO_FILTER)
  const list = useHistory(filter)
  const narrowed = Object.values(filter).some(Boolean)
  const pluginName = usePluginName()
  const csv = useAction(async () => {
    const name = ['witverse-wit', filter.month, filter.kind, filter.direction].filter(Boolean).join('-')
    const csv = translateCsv(await (await fetchCsv(api, filter)).text(), t, pluginName)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
  })
  return (
    <Panel
      title={t('history.title')}
      text={t('history.text')}
      className="wl-history"
      action={
        <Button
          variant="secondary"
          size="small"
          pending={csv.pending}
          disabled={list.items.length === 0}
          onClick={() => void csv.run()}
        >
          <Icon name="download" size={16} /> {t('history.csv')}
        </Button>
      }
    >
      <HistoryFilters filter={filter} onFilter={setFilter} />
      {list.status === 'pending' && <RowSkeletons rows={6} />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && list.items.length === 0 && (
        <EmptyInline text={t(narrowed ? 'history.noMatch' : 'history.none')}>
          {narrowed && (
            <Button variant="secondary" size="small" onClick={() => setFilter(NO_FILTER)}>
              {t('history.showAll')}
            </Button>
          )}
        </EmptyInline>
      )}
      <div className="wl-days">
        {byDay(list.items).map(([day, movements]) => (
          <section key={day} className="wl-day">
            <h3 className="wl-day-title">{day}</h3>
            <ul>
              {movements.map((movement) => (
                <MovementRow key={movement.seq} movement={movement} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <LoadMoreButton list={list} />
    </Panel>
  )
}

function byDay(movements: Movement[]): [string, Movement[]][] {
  const days = new Map<string, Movement[]>()
  for (const movement of movements) {
    const { date } = kst(movement.at)
    const own = days.get(date)
    if (own) own.push(movement)
    else days.set(date, [movement])
  }
  return [...days]
}
