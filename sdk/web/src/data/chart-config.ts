// The configuration of chart.js: only what the kit draws, in the colours of the theme.
import type { ChartConfiguration, ChartDataset, Plugin } from 'chart.js'
import { type ChartProps, type ChartSeries, type ChartTone, toneOf } from './chart-props'

type Kind = 'bar' | 'line'

export interface ChartColors {
  tones: Record<ChartTone, string>
  text: string
  line: string
  band: string
  ground: string
  font: string
}

const TONES: ChartTone[] = ['accent', 'sky', 'leaf', 'amber', 'rose', 'plain']

/** Computes the theme's colours: a canvas does not know `var()` and `light-dark()`. */
export function readColors(host: HTMLElement): ChartColors {
  const probe = host.appendChild(document.createElement('span'))
  const read = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const tones = Object.fromEntries(TONES.map((tone) => [tone, read(`var(--chart-${tone})`)]))
  const colors = {
    tones: tones as ChartColors['tones'],
    text: read('var(--color-muted)'),
    line: read('var(--color-line)'),
    band: read('var(--color-sunken)'),
    ground: read('var(--color-surface)'),
    font: getComputedStyle(probe).fontFamily,
  }
  probe.remove()
  return colors
}

interface ConfigInput extends Pick<ChartProps, 'kind' | 'points' | 'series' | 'stacked'> {
  format: (value: number) => string
  colors: ChartColors
  still: boolean
  /** The index of the chosen point, read at each drawing. */
  at: () => number
}

export function configOf(input: ConfigInput): ChartConfiguration<Kind, (number | null)[], string> {
  const { kind, points, series, stacked = false, format, colors, still } = input
  const font = { family: colors.font, size: 11 }
  return {
    type: kind === 'bar' ? 'bar' : 'line',
    data: {
      labels: [...points],
      datasets: series.map((one, index) => datasetOf(one, index, input)),
    },
    options: {
      maintainAspectRatio: false,
      events: [], // pointers and keys are handled outside
      animation: still ? false : { duration: 260 },
      layout: { padding: { top: 6, right: 4 } },
      scales: {
        x: {
          stacked,
          offset: kind === 'bar',
          grid: { display: false },
          border: { color: colors.line },
          ticks: { color: colors.text, font, maxRotation: 0, autoSkipPadding: 14 },
        },
        y: {
          stacked,
          beginAtZero: kind !== 'line',
          border: { display: false },
          grid: { color: colors.line, tickLength: 0 },
          ticks: {
            color: colors.text,
            font,
            maxTicksLimit: 6,
            padding: 8,
            callback: (value) => format(Number(value)),
          },
        },
      },
    },
    plugins: [markPoint(input)],
  }
}

function datasetOf(
  one: ChartSeries,
  index: number,
  { kind, colors, stacked }: ConfigInput,
): ChartDataset<Kind, (number | null)[]> {
  const color = colors.tones[toneOf(one, index)]
  const shared = { label: one.text, data: [...one.values], borderColor: color }
  if (kind === 'bar') {
    return {
      ...shared,
      type: 'bar',
      backgroundColor: color,
      borderRadius: 4,
      borderSkipped: stacked ? 'middle' : 'start',
      maxBarThickness: 28,
      categoryPercentage: 0.78,
    }
  }
  return {
    ...shared,
    type: 'line',
    borderWidth: 2,
    tension: 0.25,
    pointRadius: 0,
    spanGaps: false,
    backgroundColor: translucent(color),
    fill: kind === 'area' ? (stacked && index > 0 ? '-1' : 'origin') : false,
  }
}

/** Computed colours are `rgb(r, g, b)`. */
const translucent = (color: string): string => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.18)')

/** Draws a band behind the chosen bar, or a line through the chosen points. */
function markPoint({ kind, series, colors, at }: ConfigInput): Plugin<Kind> {
  return {
    id: 'mark',
    beforeDatasetsDraw({ ctx, chartArea: { top, height }, scales: { x } }) {
      if (!x) return
      const center = x.getPixelForValue(at())
      const width =
        kind === 'bar' ? Math.max(8, x.width / Math.max(1, x.ticks.length, series[0]?.values.length ?? 1)) : 1
      ctx.save()
      ctx.fillStyle = kind === 'bar' ? colors.band : colors.line
      ctx.fillRect(center - width / 2, top, width, height)
      ctx.restore()
    },
    afterDatasetsDraw(chart) {
      if (kind === 'bar') return
      for (const [index, one] of series.entries()) {
        const point = chart.getDatasetMeta(index).data[at()]
        if (!point || one.values[at()] == null) continue
        chart.ctx.save()
        chart.ctx.beginPath()
        chart.ctx.arc(point.x, point.y, 4.5, 0, 2 * Math.PI)
        chart.ctx.fillStyle = colors.tones[toneOf(one, index)]
        chart.ctx.strokeStyle = colors.ground
        chart.ctx.lineWidth = 2
        chart.ctx.fill()
        chart.ctx.stroke()
        chart.ctx.restore()
      }
    },
  }
}
