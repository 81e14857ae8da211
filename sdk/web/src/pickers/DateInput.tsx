// A field for a date, typed or chosen in a calendar.
import { type ReactNode, useState } from 'react'
import { Field } from '../ui/Field'
import { DatePart } from './DatePart'
import { parseDay } from './kst'
import { useDateProblem } from './useDateProblem'

export interface DateInputProps {
  label: string
  name: string
  /** `YYYY-MM-DD`, what was typed if it is no date (a schema's `dateText` refuses it), or empty. */
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  hint?: ReactNode
  error?: string | undefined
  /** The first and the last date that can be chosen, `YYYY-MM-DD`. */
  earliest?: string | undefined
  latest?: string | undefined
  disabled?: boolean
}

export function DateInput({ label, hint, error, ...part }: DateInputProps) {
  const [wrong, setWrong] = useState(false)
  const problem = useDateProblem({
    wrong,
    date: parseDay(part.value) ?? '',
    earliest: part.earliest,
    latest: part.latest,
  })
  return (
    <Field label={label} hint={hint} error={problem ?? error}>
      {(ids) => <DatePart {...part} ids={ids} label={label} onProblem={setWrong} />}
    </Field>
  )
}
