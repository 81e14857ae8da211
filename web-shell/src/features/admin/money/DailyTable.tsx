// The daily totals as a list, the latest first; each opens to its kinds.
import { formatWit, textOr, useText } from '@witverse/sdk'
import { type Day, toneOfKind } from './days'

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
                    <span className="wv-chart-dot" data-tone={toneOfKind(kind)} />{' '}
                    {textOr(t, `kinds.${kind}`, kind)}
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
