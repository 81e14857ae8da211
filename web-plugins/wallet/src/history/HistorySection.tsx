// Every movement, the newest first, by the days of Korean time; narrowed by kind, direction and month.
import {
  Button,
  Icon,
  More,
  Nothing,
  Panel,
  RowSkeletons,
  Trouble,
  useAction,
  useApi,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import type { Movement } from '../api/types'
import { fetchCsv, type HistoryFilter, NO_FILTER, useHistory } from '../api/wallet'
import { saveFile } from '../parts/files'
import { kst } from '../parts/moments'
import { HistoryFilters } from './HistoryFilters'
import { MovementRow } from './MovementRow'

export function HistorySection() {
  const t = useText('wallet')
  const api = useApi()
  const [filter, setFilter] = useState<HistoryFilter>(NO_FILTER)
  const list = useHistory(filter)
  const narrowed = Object.values(filter).some(Boolean)
  const csv = useAction(async () => {
    const name = ['witverse-wit', filter.month, filter.kind, filter.direction].filter(Boolean).join('-')
    saveFile(await fetchCsv(api, filter), `${name}.csv`)
  })
  return (
    <Panel
      title={t('history.title')}
      text={t('history.text')}
      className="wl-history"
      aside={
        <Button
          look="secondary"
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
      {list.status === 'error' && <Trouble error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && list.items.length === 0 && (
        <Nothing text={t(narrowed ? 'history.noMatch' : 'history.none')}>
          {narrowed && (
            <Button look="secondary" size="small" onClick={() => setFilter(NO_FILTER)}>
              {t('history.showAll')}
            </Button>
          )}
        </Nothing>
      )}
      <div className="wl-days">
        {byDay(list.items).map(([day, movements]) => (
          <section key={day} className="wl-day">
            <h3 className="wl-day-title">{day}</h3>
            <ul className="wl-movements">
              {movements.map((movement) => (
                <MovementRow key={movement.seq} movement={movement} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <More list={list} />
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
