// A line, area or bar chart. Pointer and arrow keys choose a point, whose values are shown below as the legend. A button
// shows the same numbers as a table. The drawing (chart.js) is fetched when a chart is first shown.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePartText } from '../text/usePartText'
import { IconButton } from '../ui/Button'
import { classes } from '../ui/classes'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { Icon } from '../ui/Icon'
import { Skeleton } from '../ui/Skeleton'
import { ChartLegend } from './ChartLegend'
import { ChartTable } from './ChartTable'
import type { ChartProps, ChartSeries } from './chart-props'
import { dataTexts } from './messages'

const ChartCanvas = lazy(() => import('./ChartCanvas'))

const plainNumber = (value: number) => value.toLocaleString('en-US')

export function Chart({ format = plainNumber, table, ...props }: ChartProps) {
  const t = usePartText(dataTexts)
  const { label, points, series, className, children, onPoint } = props
  const [asTable, setAsTable] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const at = Math.min(chosen ?? last, last)
  if (last < 0) return null

  function choose(index: number) {
    if (index === at && chosen !== null) return
    setChosen(index)
    onPoint?.(index)
  }

  const ownTable = table || <ChartTable label={label} points={points} series={series} format={format} />
  const shown = props.values === false ? {} : { point: points[at] ?? '', at, format }
  return (
    <figure className={classes('wv-chart', className)}>
      <ErrorBoundary fallback={() => <ChartFallback>{ownTable}</ChartFallback>}>
        {asTable ? ownTable : <Plot {...props} format={format} at={at} onPoint={choose} />}
      </ErrorBoundary>
      {!asTable && children}
      <figcaption className="wv-chart-foot">
        {!asTable && <ChartLegend series={series} {...shown} />}
        {table !== false && (
          <IconButton
            className="wv-chart-toggle"
            label={t(asTable ? 'asChart' : 'asTable')}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name={asTable ? 'chart' : 'list'} />
          </IconButton>
        )}
      </figcaption>
    </figure>
  )
}

interface PlotProps extends Omit<ChartProps, 'format' | 'onPoint'> {
  format: (value: number) => string
  at: number
  onPoint: (index: number) => void
}

function Plot({ height = 240, describe, format, formatAxis = format, at, onPoint, ...drawn }: PlotProps) {
  const t = usePartText(dataTexts)
  const { label, points, series } = drawn
  const text = describe?.(at) ?? `${points[at]}: ${valuesAt(series, at, format)}`
  return (
    <div className="wv-chart-plot" style={{ height }}>
      {/* Arrow keys, Home and End move through the points. */}
      <input
        type="range"
        className="wv-chart-range"
        min={0}
        max={points.length - 1}
        value={at}
        aria-label={label}
        aria-valuetext={text}
        title={t('chartHint')}
        onChange={(event) => onPoint(Number(event.target.value))}
      />
      <Suspense fallback={<Skeleton style={{ height }} />}>
        <ChartCanvas {...drawn} format={formatAxis} at={at} onPoint={onPoint} />
      </Suspense>
    </div>
  )
}

const valuesAt = (series: readonly ChartSeries[], at: number, format: (value: number) => string): string =>
  series.map(({ text, values }) => `${text} ${values[at] == null ? '–' : format(values[at])}`).join(', ')

function ChartFallback({ children }: { children: ReactNode }) {
  const t = usePartText(dataTexts)
  return (
    <>
      <p className="wv-chart-failed">{t('chartFailed')}</p>
      {children}
    </>
  )
}
