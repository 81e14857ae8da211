// The holidays that business days leave out, for administrators: a change makes a version, which holds for terms that begin later.
import {
  Button,
  ErrorMessage,
  formatDate,
  Notice,
  Panel,
  RowSkeletons,
  Select,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { type Holidays, useHolidays } from '../api/holidays'
import { HolidaysDialog } from './HolidaysDialog'
import { yearOf } from './holiday-rows'

export function HolidaysPanel() {
  const t = useText('orders')
  const holidays = useHolidays()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={t('holidays.title')}
      text={t('holidays.text')}
      action={
        holidays.data && (
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            {t('holidays.change')}
          </Button>
        )
      }
    >
      {holidays.status === 'pending' && <RowSkeletons rows={3} />}
      {holidays.status === 'error' && (
        <ErrorMessage error={holidays.error} onRetry={() => void holidays.refetch()} />
      )}
      {holidays.data && <HolidaysOfYear holidays={holidays.data} />}
      {isOpen && holidays.data && <HolidaysDialog holidays={holidays.data} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function HolidaysOfYear({ holidays }: { holidays: Holidays }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const years = [...new Set(holidays.items.map(({ day }) => yearOf(day)))]
  const [chosen, setChosen] = useState<number | null>(null)
  const thisYear = yearOf(holidays.today)
  const year = chosen ?? (years.includes(thisYear) ? thisYear : (years.at(-1) ?? thisYear))
  return (
    <>
      {holidays.endsSoon && (
        <Notice icon="warning" tone="bad">
          {t('holidays.endsSoon', { year: holidays.lastYear })}
        </Notice>
      )}
      <Select
        name="year"
        label={t('holidays.year')}
        value={String(year)}
        onValue={(value) => setChosen(Number(value))}
        options={years.map((one) => ({ value: String(one), text: t('holidays.ofYear', { year: one }) }))}
      />
      <ul className="od-holidays" aria-label={t('holidays.ofYear', { year })}>
        {holidays.items
          .filter(({ day }) => yearOf(day) === year)
          .map(({ day, name }) => (
            <li key={day} className={day <= holidays.today ? 'is-over' : undefined}>
              <time dateTime={day}>{dayIn(day, language)}</time>
              <span>{name[language]}</span>
            </li>
          ))}
      </ul>
      <p className="wv-note">
        {t('terms.version', { version: holidays.version, day: formatDate(holidays.madeAt) })}
      </p>
    </>
  )
}

/** A day of the calendar, which has no time zone: `3월 1일 (수)`, `Wed, Mar 1`. */
function dayIn(day: string, language: 'ko' | 'en'): string {
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}
