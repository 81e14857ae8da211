// The drawing of a chart with chart.js, a chunk of its own.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useTheme } from '../host/context'
import { configOf, readColors } from './chart-config'
import type { ChartProps } from './chart-props'

ChartJs.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
)

interface ChartCanvasProps extends Pick<ChartProps, 'kind' | 'points' | 'series' | 'stacked'> {
  format: (value: number) => string
  /** The index of the chosen point. */
  at: number
  onPoint: (index: number) => void
}

export default function ChartCanvas({ at, onPoint, ...drawn }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<ChartJs<'bar' | 'line', (number | null)[], string> | null>(null)
  const point = useRef(at)
  point.current = at
  const { theme } = useTheme()
  const dark = useMedia('(prefers-color-scheme: dark)')
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const { kind, points, series, stacked } = drawn
  const shape = JSON.stringify([kind, stacked, points, series, theme, dark, still])
  const started = useRef(false)

  const draw = useEffectEvent(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element?.parentElement || !context) return undefined
    const colors = readColors(element.parentElement)
    const config = configOf({ ...drawn, colors, still: still || started.current, at: () => point.current })
    started.current = true
    chart.current = new ChartJs(context, config)
    return () => chart.current?.destroy()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape changes with everything that is drawn
  useEffect(() => draw(), [shape])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the chosen point
  useEffect(() => chart.current?.draw(), [at])

  function choose(event: PointerEvent<HTMLCanvasElement>) {
    const x = chart.current?.scales.x
    if (!x) return
    const index = x.getValueForPixel(event.nativeEvent.offsetX)
    if (index !== undefined) onPoint(Math.min(points.length - 1, Math.max(0, Math.round(index))))
  }

  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas is not focusable; the range input beside it is
  return <canvas ref={canvas} aria-hidden="true" onPointerMove={choose} onPointerDown={choose} />
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
