import { Badge, useLanguage, useText } from '@witverse/sdk'
import type { Order } from '../api/types'
import { percent } from './format'
import { OddsTable } from './OddsTable'

type Row = NonNullable<Order['draw']>['rows'][number]

/** The rows that the published hash covers: the chances when the order was placed. Nothing for orders without them. */
export function PromisedOdds({ rows }: { rows: Row[] }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  if (rows.length === 0) return null
  const shown = rows.map(({ no, weight, left, leftNow, name }) => ({
    no,
    name: (
      <>
        {name[language]} {leftNow === 0 && <Badge>{t('draw.soldOutSince')}</Badge>}
      </>
    ),
    chance: percent(weight, total),
    left: left ?? '–',
  }))
  return <OddsTable caption={t('draw.promised')} rows={shown} />
}
