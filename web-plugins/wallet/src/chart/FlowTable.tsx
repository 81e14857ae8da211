// The data of the chart as a table: totals per month and kind.
import { formatWit, textOr, useLanguage, useText } from '@witverse/sdk'
import { monthName } from '../parts/moments'
import type { Month, Side } from './flow'

export function FlowTable({ months }: { months: Month[] }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const shown = [...months].reverse().filter((month) => month.in.total > 0 || month.out.total > 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section className="wl-table-scroll" tabIndex={0} aria-label={t('chart.table')}>
      <table className="wv-plain-table wl-table">
        <thead>
          <tr>
            <th scope="col">{t('history.month')}</th>
            <th scope="col">{t('history.in')}</th>
            <th scope="col">{t('history.out')}</th>
            <th scope="col">{t('chart.net')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthName(month.month, language)}</th>
              <td>
                <Kinds side={month.in} />
              </td>
              <td>
                <Kinds side={month.out} />
              </td>
              <td>{formatWit(month.in.total - month.out.total, { sign: 'always' })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Kinds({ side }: { side: Side }) {
  const t = useText('wallet')
  return (
    <>
      {formatWit(side.total)}
      {side.kinds.length > 0 && (
        <small>
          {side.kinds.map(({ key, hundredths }) => (
            <span key={key}>
              {textOr(t, `filterKinds.${key}`, key)} {formatWit(hundredths)}
            </span>
          ))}
        </small>
      )}
    </>
  )
}
