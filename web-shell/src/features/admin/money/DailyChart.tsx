// A chart of daily totals, stacked by kind. The list below has the same data.
import { formatWit, formatWitShort, textOr, useText } from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import { type Day, KINDS, toneOfKind } from './days'

export function DailyChart({ days }: { days: Day[] }) {
  const t = useText('shell-money')
  const shown = KINDS.filter((kind) => days.some(({ parts }) => parts.some((part) => part.kind === kind)))
  const peak = Math.max(0, ...days.map(({ total }) => total))
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  return (
    <Chart
      kind="bar"
      stacked
      height={200}
      label={t('ledger.chart', { from: first, to: last, wit: formatWit(peak) })}
      points={days.map(({ day }) => day.slice(5).replace('-', '.'))}
      series={shown.map((kind) => ({
        id: kind,
        text: textOr(t, `kinds.${kind}`, kind),
        tone: toneOfKind(kind),
        values: days.map(({ parts }) => parts.find((part) => part.kind === kind)?.hundredths ?? 0),
      }))}
      format={formatWit}
      formatAxis={formatWitShort}
      table={false}
    />
  )
}
