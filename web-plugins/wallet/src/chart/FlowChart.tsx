// Incoming amounts above the zero line, outgoing below, by family. The details of the chosen month stand below.
import { formatWit, formatWitShort, textOr, useLanguage, useText } from '@witverse/sdk'
import { Chart, type ChartTone } from '@witverse/sdk/data'
import { useState } from 'react'
import type { Family } from '../history/kinds'
import { monthName } from '../parts/moments'
import { FlowTable } from './FlowTable'
import { amountsOf, familiesIn, type Month } from './flow'

const TONES: Record<Family, ChartTone> = {
  bought: 'accent',
  people: 'sky',
  earned: 'leaf',
  spent: 'amber',
  returned: 'rose',
  other: 'plain',
}

export function FlowChart({ months }: { months: Month[] }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const [at, setAt] = useState(months.length - 1)
  const chosen = months[at]
  const series = familiesIn(months).flatMap((family) =>
    (['in', 'out'] as const).map((side) => ({
      id: `${family}-${side}`,
      text: t(`families.${family}`),
      tone: TONES[family],
      values: amountsOf(months, family, side),
    })),
  )

  function describe(index: number): string {
    const month = months[index]
    if (!month) return ''
    return t('chart.month', {
      month: monthName(month.month, language, 'medium'),
      in: formatWit(month.in.total),
      out: formatWit(month.out.total),
    })
  }

  return (
    <Chart
      kind="bar"
      stacked
      height={200}
      label={t('chart.title')}
      points={months.map(({ month }) => monthName(month, language, 'short'))}
      series={series}
      values={false}
      formatAxis={formatWitShort}
      describe={describe}
      onPoint={setAt}
      table={<FlowTable months={months} />}
    >
      {chosen && <Details month={chosen} />}
    </Chart>
  )
}

/** The amounts of the chosen month by kind. */
function Details({ month }: { month: Month }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const sides = [
    ['in', month.in, 1],
    ['out', month.out, -1],
  ] as const
  return (
    <div className="wl-details">
      <h3>{monthName(month.month, language)}</h3>
      {sides.map(([name, side, sign]) => (
        <div key={name}>
          <p className={`wl-details-total wl-${name}`}>
            <span>{t(`history.${name}`)}</span>
            <strong>{formatWit(side.total * sign, { sign: 'always' })}</strong>
          </p>
          <ul>
            {side.kinds.map(({ key, hundredths }) => (
              <li key={key}>
                <span>{textOr(t, `filterKinds.${key}`, key)}</span> <span>{formatWit(hundredths)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
