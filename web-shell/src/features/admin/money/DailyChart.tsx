// A chart of daily bars, stacked by kind. The table below has the same data.
import { formatWit, textOr, useText } from '@witverse/sdk'
import { type Day, KINDS } from './days'

const WIDTH = 960
const HEIGHT = 200
const LINES = 4

export function DailyChart({ days }: { days: Day[] }) {
  const t = useText('shell-money')
  const peak = Math.max(1, ...days.map(({ total }) => total))
  const step = WIDTH / days.length
  const width = Math.min(28, step * 0.68)
  const shown = KINDS.filter((kind) => days.some(({ parts }) => parts.some((part) => part.kind === kind)))
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  return (
    <figure className="ad-chart">
      <p className="ad-chart-peak">{t('ledger.peak', { wit: formatWit(peak) })}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('ledger.chart', { from: first, to: last, wit: formatWit(peak) })}
      >
        {Array.from({ length: LINES }, (_, line) => (
          <line
            key={line}
            className="ad-line"
            x1="0"
            x2={WIDTH}
            y1={(HEIGHT / LINES) * line + 0.5}
            y2={(HEIGHT / LINES) * line + 0.5}
          />
        ))}
        {days.map((day, index) => (
          <Bar key={day.day} day={day} x={step * index + (step - width) / 2} width={width} peak={peak} />
        ))}
      </svg>
      <div className="ad-axis" aria-hidden="true">
        <span>{first.slice(5).replace('-', '.')}</span>
        <span>{last.slice(5).replace('-', '.')}</span>
      </div>
      <figcaption>
        <ul className="ad-legend">
          {shown.map((kind) => (
            <li key={kind}>
              <span className="ad-dot" data-kind={kind} /> {textOr(t, `kinds.${kind}`, kind)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

function Bar({ day, x, width, peak }: { day: Day; x: number; width: number; peak: number }) {
  let top = HEIGHT
  return (
    <g>
      {day.parts.map(({ kind, hundredths }) => {
        const height = (hundredths / peak) * HEIGHT
        top -= height
        return <rect key={kind} data-kind={kind} x={x} y={top} width={width} height={height} />
      })}
    </g>
  )
}
