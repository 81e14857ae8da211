// The numbers of a chart as a table, the latest point first.
import type { ChartSeries } from './chart-props'

interface ChartTableProps {
  label: string
  points: readonly string[]
  series: readonly ChartSeries[]
  format: (value: number) => string
}

export function ChartTable({ label, points, series, format }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section className="wv-chart-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {series.map(({ id, text }) => (
              <th key={id} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .map((point, index) => (
              <tr key={point}>
                <th scope="row">{point}</th>
                {series.map(({ id, values }) => (
                  <td key={id}>{values[index] == null ? '–' : format(values[index])}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  )
}
