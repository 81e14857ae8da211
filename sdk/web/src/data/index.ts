// `@witverse/sdk/data`: tables, endless lists and charts. Loaded with the first page that uses it.
import './table.css'
import './data.css'

export { Chart } from './Chart'
export type { Sort } from './ColumnHead'
export type { ChartProps, ChartSeries, ChartTone } from './chart-props'
export { type Column, DataTable, type TableSource } from './DataTable'
export { EndlessList } from './EndlessList'
export { wholeList } from './wholeList'
