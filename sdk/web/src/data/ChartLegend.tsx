// The names and colours of the series, with their values at the chosen point.
import { type ChartSeries, toneOf } from './chart-props'

interface ChartLegendProps {
  series: readonly ChartSeries[]
  /** The name and the index of the chosen point; without them no values are shown. */
  point?: string
  at?: number
  format?: (value: number) => string
}

export function ChartLegend({ series, point, at, format }: ChartLegendProps) {
  return (
    <div className="wv-chart-legend">
      {point !== undefined && <strong>{point}</strong>}
      <ul>
        {series.map((one, index) => {
          // Without values, series of one name (such as in and out) are one entry.
          const first = series.findIndex(({ text }) => text === one.text)
          if (!format && first !== index) return null
          const value = at === undefined ? undefined : one.values[at]
          return (
            <li key={one.id}>
              <span className="wv-chart-dot" data-tone={toneOf(one, index)} aria-hidden="true" />
              <span>{one.text}</span>
              {format && <b>{value == null ? '–' : format(value)}</b>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
