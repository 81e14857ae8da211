// What a chart shows.
import type { ReactNode } from 'react'

/** The colours of charts. `accent` for the main series, `plain` for a comparison. */
export type ChartTone = 'accent' | 'sky' | 'leaf' | 'amber' | 'rose' | 'plain'

export interface ChartSeries {
  id: string
  text: string
  /** One value a point; null leaves a gap. */
  values: readonly (number | null)[]
  tone?: ChartTone
}

export interface ChartProps {
  kind: 'line' | 'area' | 'bar'
  /** The accessible name, such as "Visitors per day". */
  label: string
  /** The names of the points, such as days. */
  points: readonly string[]
  series: readonly ChartSeries[]
  /** Stacks the series on each other. */
  stacked?: boolean
  /** The text of a value, with its unit. */
  format?: (value: number) => string
  /** The text of a value at the axis. */
  formatAxis?: (value: number) => string
  /** The height of the drawing in CSS pixels. */
  height?: number
  /** Replaces the table. False hides the button, if the page shows the numbers elsewhere. */
  table?: ReactNode | false
  /** Called with the index of the chosen point. */
  onPoint?: (index: number) => void
  /** Shows the values of the chosen point in the legend. False if the page shows them. */
  values?: boolean
  /** The chosen point in words, for screen readers. By default its name and all values. */
  describe?: (index: number) => string
  className?: string
  /** Below the drawing, such as details of the chosen point. Not shown with the table. */
  children?: ReactNode
}

const TONES: ChartTone[] = ['accent', 'sky', 'amber', 'leaf', 'rose', 'plain']

export const toneOf = ({ tone }: ChartSeries, index: number): ChartTone =>
  tone ?? TONES[index % TONES.length] ?? 'plain'
