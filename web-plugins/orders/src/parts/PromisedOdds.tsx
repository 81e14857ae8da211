import { Badge, useLanguage, useText } from '@witverse/sdk'
import type { Order } from '../api/types'
import { percent } from './format'

type Row = NonNullable<Order['draw']>['rows'][number]

/** The rows that the published hash covers: the chances when the order was placed. Nothing for orders without them. */
export function PromisedOdds({ rows }: { rows: Row[] }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  if (rows.length === 0) return null
  return (
    <div className="od-table-frame">
      <table className="od-odds">
        <caption>{t('draw.promised')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('odds.item')}</th>
            <th scope="col">{t('odds.chance')}</th>
            <th scope="col">{t('odds.left')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ no, weight, left, leftNow, name }) => (
            <tr key={no}>
              <th scope="row">
                {name[language]} {leftNow === 0 && <Badge>{t('draw.soldOutSince')}</Badge>}
              </th>
              <td>{percent(weight, total)}</td>
              <td>{left ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
