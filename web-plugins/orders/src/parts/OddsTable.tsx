import { useText } from '@witverse/sdk'
import type { ReactNode } from 'react'

export interface OddsRow {
  no: number
  name: ReactNode
  chance: string
  /** How many there are; a table without such a column has none in any row. */
  left?: ReactNode
  isOut?: boolean
}

interface OddsTableProps {
  caption: string
  /** For screen readers only. */
  hidesCaption?: boolean
  rows: OddsRow[]
}

/** The chances of a random item. */
export function OddsTable({ caption, hidesCaption = false, rows }: OddsTableProps) {
  const t = useText('orders')
  const countsLeft = rows.some(({ left }) => left !== undefined)
  return (
    <div className="od-table-frame">
      <table className="wv-plain-table">
        <caption className={hidesCaption ? 'wv-visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('odds.item')}</th>
            <th scope="col">{t('odds.chance')}</th>
            {countsLeft && <th scope="col">{t('odds.left')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ no, name, chance, left, isOut }) => (
            <tr key={no} className={isOut ? 'od-out' : undefined}>
              <th scope="row">{name}</th>
              <td>{chance}</td>
              {countsLeft && <td>{left}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
