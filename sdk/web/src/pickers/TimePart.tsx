// The time of a picker in Korea: hour and minute as native selects, for keyboards and phones.
import { usePartText } from '../text/usePartText'
import { pickerTexts } from './messages'

interface TimePartProps {
  label: string
  name: string
  /** `HH:mm` */
  time: string
  onTime: (time: string) => void
  minuteStep: number
  disabled?: boolean | undefined
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

export function TimePart({ label, name, time, onTime, minuteStep, disabled = false }: TimePartProps) {
  const t = usePartText(pickerTexts)
  const [hour = '00', minute = '00'] = time.split(':')
  return (
    <span className="wv-input wv-time" data-disabled={disabled || undefined}>
      <select
        name={`${name}-hour`}
        aria-label={`${label}: ${t('hour')}`}
        value={hour}
        disabled={disabled}
        onChange={(event) => onTime(`${event.target.value}:${minute}`)}
      >
        {HOURS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <span aria-hidden="true">:</span>
      <select
        name={`${name}-minute`}
        aria-label={`${label}: ${t('minute')}`}
        value={minute}
        disabled={disabled}
        onChange={(event) => onTime(`${hour}:${event.target.value}`)}
      >
        {minutesOf(minuteStep, minute).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <abbr className="wv-date-zone" title={t('zone')}>
        KST
      </abbr>
    </span>
  )
}

/** The minutes of an hour at the given distance, and the current one. */
function minutesOf(step: number, current: string): string[] {
  const all = Array.from({ length: Math.ceil(60 / step) }, (_, index) =>
    String(index * step).padStart(2, '0'),
  )
  return all.includes(current) ? all : [...all, current].sort()
}
