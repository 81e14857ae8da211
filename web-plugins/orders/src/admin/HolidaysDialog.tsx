// The form for the coming holidays of one year. Days that are over are kept by the server and are not in it.
import {
  ApiError,
  Button,
  Icon,
  IconButton,
  Modal,
  Notice,
  Select,
  TextInput,
  useAction,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { type FormEvent, useState } from 'react'
import { type Holidays, useChangeHolidays } from '../api/holidays'
import { type HolidayRow, MOST_DAYS, openYears, rowsOf } from './holiday-rows'

/** A text of the server. */
interface LocalText {
  ko: string
  en: string
}

export function HolidaysDialog({ holidays, onClose }: { holidays: Holidays; onClose: () => void }) {
  const t = useText('orders')
  const text = useFormText('orders')
  const toast = useToast()
  const change = useChangeHolidays()
  const years = openYears(holidays)
  const [year, setYear] = useState(years.at(-1) ?? holidays.lastYear)
  const [rows, setRows] = useState(() => rowsOf(holidays, year))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, LocalText>>({})
  const save = useAction(async () => {
    setErrors({})
    try {
      const days = rows.map(({ day, ko, en }) => ({ day, name: { ko, en } }))
      await change({ version: holidays.version, year, days, reason: reason.trim() })
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error
      return setErrors(
        Object.fromEntries(
          error.fields.map(({ field, message, language }) => [
            field,
            language ?? { ko: message, en: message },
          ]),
        ),
      )
    }
    toast(t('holidays.changed'), 'good')
    onClose()
  })
  const edit = (rows: HolidayRow[]) => {
    setRows(rows)
    // The errors name rows by their number.
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      title={t('holidays.change')}
      description={t('holidays.changeText')}
    >
      <form className="wv-form" noValidate onSubmit={submit}>
        <Select
          name="year"
          label={t('holidays.year')}
          value={String(year)}
          onValue={(value) => {
            setYear(Number(value))
            edit(rowsOf(holidays, Number(value)))
          }}
          options={years.map((one) => ({ value: String(one), text: t('holidays.ofYear', { year: one }) }))}
          error={text(errors.year)}
        />
        {year > holidays.lastYear && <p className="od-note">{t('holidays.prefilled')}</p>}
        {rows.map((row, n) => (
          <HolidayFields
            key={row.key}
            row={row}
            error={(field) => text(errors[`days.${n}.${field}`])}
            onChange={(part) => edit(rows.map((one, at) => (at === n ? { ...one, ...part } : one)))}
            onRemove={() => edit(rows.filter((_, at) => at !== n))}
          />
        ))}
        <Button
          variant="secondary"
          size="small"
          disabled={rows.length >= MOST_DAYS}
          onClick={() => edit([...rows, { key: crypto.randomUUID(), day: '', ko: '', en: '' }])}
        >
          <Icon name="plus" size={16} /> {t('holidays.add')}
        </Button>
        <TextInput
          name="reason"
          label={t('terms.reason')}
          value={reason}
          onValue={setReason}
          maxLength={200}
          autoComplete="off"
          error={text(errors.reason)}
        />
        {errors.days !== undefined && (
          <Notice icon="warning" tone="bad" alert>
            {text(errors.days)}
          </Notice>
        )}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={save.pending}>
            {t('terms.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface HolidayFieldsProps {
  row: HolidayRow
  error: (field: 'day' | 'name.ko' | 'name.en') => string | undefined
  onChange: (part: Partial<HolidayRow>) => void
  onRemove: () => void
}

function HolidayFields({ row, error, onChange, onRemove }: HolidayFieldsProps) {
  const t = useText('orders')
  return (
    <fieldset className="od-holiday">
      <legend className="wv-visually-hidden">{row.day || t('holidays.day')}</legend>
      <TextInput
        name="day"
        type="date"
        label={t('holidays.day')}
        value={row.day}
        onValue={(day) => onChange({ day })}
        error={error('day')}
      />
      <TextInput
        name="ko"
        label={t('holidays.ko')}
        value={row.ko}
        maxLength={40}
        autoComplete="off"
        onValue={(ko) => onChange({ ko })}
        error={error('name.ko')}
      />
      <TextInput
        name="en"
        label={t('holidays.en')}
        value={row.en}
        maxLength={60}
        autoComplete="off"
        onValue={(en) => onChange({ en })}
        error={error('name.en')}
      />
      <IconButton label={t('holidays.remove')} onClick={onRemove}>
        <Icon name="trash" size={16} />
      </IconButton>
    </fieldset>
  )
}
