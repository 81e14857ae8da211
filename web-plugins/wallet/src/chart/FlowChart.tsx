// The bar chart: incoming amounts above the middle line, outgoing below. Each month is a button; the chart has one
// tab stop, and the arrow keys move between months.
import { formatWit, textOr, useLanguage, useText } from '@witverse/sdk'
import { type KeyboardEvent, useRef, useState } from 'react'
import { monthName } from '../parts/moments'
import { familiesIn, type Month, peaksOf, type Side } from './flow'

const HEIGHT_PX = 150

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

export function FlowChart({ months }: { months: Month[] }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const [at, setAt] = useState(months.length - 1)
  const bars = useRef<HTMLDivElement>(null)
  const peaks = peaksOf(months)
  const chosen = months[at]
  // Both sides have the same scale: each gets a share of the height in proportion to its peak.
  const share = (HEIGHT_PX * peaks.in) / (peaks.in + peaks.out)
  const rows = { gridTemplateRows: `${share}px ${HEIGHT_PX - share}px auto` }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(at, months.length - 1)
    setAt(next)
    bars.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="wl-chart">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these buttons select a month */}
      <div className="wl-bars" role="group" aria-label={t('chart.months')} ref={bars} onKeyDown={onKeyDown}>
        {months.map((month, index) => (
          <button
            key={month.month}
            type="button"
            className="wl-month"
            style={rows}
            tabIndex={index === at ? 0 : -1}
            aria-pressed={index === at}
            aria-label={t('chart.month', {
              month: monthName(month.month, language, 'medium'),
              in: formatWit(month.in.total),
              out: formatWit(month.out.total),
            })}
            onClick={() => setAt(index)}
            onPointerEnter={() => setAt(index)}
          >
            <span className="wl-half is-in">
              <Stack side={month.in} peak={peaks.in} />
            </span>
            <span className="wl-half is-out">
              <Stack side={month.out} peak={peaks.out} down />
            </span>
            <span className="wl-month-name">{monthName(month.month, language, 'short')}</span>
          </button>
        ))}
      </div>
      {chosen && <Details month={chosen} />}
      <ul className="wl-legend" aria-label={t('chart.legend')}>
        {familiesIn(months).map((family) => (
          <li key={family}>
            <span className="wl-dot" data-family={family} /> {t(`families.${family}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One stacked bar. */
function Stack({ side, peak, down }: { side: Side; peak: number; down?: boolean }) {
  if (side.total === 0) return null
  let from = 0
  const parts = side.families.map(({ key, hundredths }) => {
    const share = hundredths / side.total
    const start = from
    from += share
    return { key, y: down ? start : 1 - start - share, height: share }
  })
  return (
    <svg
      className="wl-pile"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      style={{ height: `max(3px, ${(side.total / peak) * 100}%)` }}
      aria-hidden="true"
    >
      {parts.map(({ key, y, height }) => (
        <rect key={key} data-family={key} x="0" y={y} width="1" height={height} />
      ))}
    </svg>
  )
}

/** The amounts of the selected month by kind. */
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
