// A field for a moment: a date and a time in Korea, as the specification's event times. Viewers in other time zones also
// see their own time.
import { type ReactNode, useState } from 'react'
import { formatMoment } from '../format/moments'
import { usePartText } from '../text/usePartText'
import { Field } from '../ui/Field'
import { DatePart } from './DatePart'
import { differsFromKorea, fromKst, parseDay, toKst } from './kst'
import { pickerTexts } from './messages'
import { TimePart } from './TimePart'
import { useDateProblem } from './useDateProblem'

interface DateTimeInputProps {
  label: string
  name: string
  /** An instant in ISO 8601, what was typed if it is no date (a schema's `momentText` refuses it), or empty. */
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  hint?: ReactNode
  error?: string | undefined
  /** The first and the last date that can be chosen, `YYYY-MM-DD` in Korea. */
  earliest?: string | undefined
  latest?: string | undefined
  /** The time that a newly chosen date starts with, `HH:mm` in Korea. */
  defaultTime?: string
  /** The difference between two minutes that can be chosen. */
  minuteStep?: number
  disabled?: boolean
}

export function DateTimeInput({
  label,
  hint,
  error,
  value,
  onValue,
  defaultTime = '12:00',
  minuteStep = 5,
  ...part
}: DateTimeInputProps) {
  const [wrong, setWrong] = useState(false)
  const [time, setTime] = useState(defaultTime) // of a field without a date
  const at = toKst(value)
  const problem = useDateProblem({
    wrong,
    date: at?.date ?? '',
    earliest: part.earliest,
    latest: part.latest,
  })
  const shownTime = at?.time ?? time

  function changeTime(next: string) {
    setTime(next)
    if (at) onValue(fromKst(at.date, next))
  }

  return (
    <Field label={label} hint={<ZoneHint value={value} hint={hint} />} error={problem ?? error}>
      {(ids) => (
        <span className="wv-date-time">
          <DatePart
            {...part}
            ids={ids}
            label={label}
            value={at?.date ?? value}
            onValue={(date) => {
              setTime(shownTime)
              onValue(parseDay(date) === null ? date : fromKst(date, shownTime))
            }}
            onProblem={setWrong}
          />
          <TimePart
            label={label}
            name={part.name}
            time={shownTime}
            onTime={changeTime}
            minuteStep={minuteStep}
            disabled={part.disabled}
          />
        </span>
      )}
    </Field>
  )
}

function ZoneHint({ value, hint }: { value: string; hint: ReactNode }) {
  const t = usePartText(pickerTexts)
  if (toKst(value) === null || !differsFromKorea(value)) return hint
  return (
    <>
      {hint && <>{hint} · </>}
      {t('yourTime', { moment: formatMoment(value) })}
    </>
  )
}
