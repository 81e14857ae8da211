// The month view of the date picker. It is a chunk of its own, fetched when a calendar is first opened.
import { DayPicker } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { ko } from 'react-day-picker/locale/ko'
import { useLanguage } from '../host/context'
import { Icon } from '../ui/Icon'
import { fromLocalDate, todayInKorea, toLocalDate } from './kst'

interface CalendarProps {
  /** `YYYY-MM-DD`; null if no day is selected. */
  value: string | null
  onValue: (date: string) => void
  earliest?: string | undefined
  latest?: string | undefined
}

export default function Calendar({ value, onValue, earliest, latest }: CalendarProps) {
  const { language } = useLanguage()
  const selected = value ? toLocalDate(value) : undefined
  const outside = [
    ...(earliest ? [{ before: toLocalDate(earliest) }] : []),
    ...(latest ? [{ after: toLocalDate(latest) }] : []),
  ]
  const today = toLocalDate(todayInKorea())
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      showOutsideDays
      fixedWeeks
      navLayout="around"
      className="wv-calendar"
      locale={language === 'ko' ? ko : enUS}
      weekStartsOn={0}
      today={today}
      selected={selected}
      defaultMonth={selected ?? (earliest ? toLocalDate(earliest) : today)}
      disabled={outside}
      {...(earliest && { startMonth: toLocalDate(earliest) })}
      {...(latest && { endMonth: toLocalDate(latest) })}
      onSelect={(date) => onValue(fromLocalDate(date))}
      components={{
        Chevron: ({ orientation }) => <Icon name={orientation === 'left' ? 'left' : 'right'} size={18} />,
      }}
    />
  )
}
