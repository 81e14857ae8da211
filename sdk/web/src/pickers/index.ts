// `@witverse/sdk/pickers`: combobox, date and date-time fields. Loaded with the first page that uses it.
import '../controls/menu-item.css'
import './pickers.css'

export { Combobox } from './Combobox'
export { DateInput, type DateInputProps } from './DateInput'
export { DateTimeInput } from './DateTimeInput'
export { formatDay, formatKst, fromKst, todayInKorea, toKst } from './kst'
export type { ComboboxOption } from './options'
