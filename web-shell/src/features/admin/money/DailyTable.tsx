// The daily totals to read, the latest first; what a day is made of opens below it.
import { formatWit, useText } from '@witverse/sdk'
import type { Day } from './days'

export function DailyTable({ days }: { days: Day[] }) {
  const t = useText('shell-money')
  return (
    <ul className="ad-days" aria-label={t('ledger.byDay')}>
      {[...days].reverse().map((day) => (
        <li key={day.day}>
          <details>
            <summary>
              <span>{day.day.replaceAll('-', '.')}</span>
              <small>{t('ledger.count', { count: day.count })}</small>
              <strong>{formatWit(day.total)} WIT</strong>
            </summary>
            <dl>
              {day.parts.map(({ kind, count, hundredths }) => (
                <div key={kind}>
                  <dt>
                    <span className="ad-dot" data-kind={kind} /> {t(`kinds.${kind}`)}
                  </dt>
                  <dd>
                    <small>{t('ledger.count', { count })}</small> {formatWit(hundredths)}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  )
}
