// The form for the coming holidays of one year. Days that are over are kept by the server and are not in it.
import { Button, Icon, IconButton, Notice, Select, TextInput, useText, useToast } from '@witverse/sdk'
import { dateText, FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { DateInput } from '@witverse/sdk/pickers'
import { type Holidays, useChangeHolidays } from '../api/holidays'
import { type HolidayRow, MOST_DAYS, openYears, rowsOf } from './holiday-rows'

// The server checks the days: it knows the day and the holidays that are over.
const SCHEMA = z.object({
  year: z.string(),
  days: z.array(
    z.object({ key: z.string(), day: dateText(), name: z.object({ ko: z.string(), en: z.string() }) }),
  ),
  reason: z.string().check(z.trim()),
})

export function HolidaysDialog({ holidays, onClose }: { holidays: Holidays; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const change = useChangeHolidays()
  const years = openYears(holidays)
  const first = years.at(-1) ?? holidays.lastYear
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { year: String(first), days: rowsOf(holidays, first), reason: '' },
    submit: async ({ year, days: rows, reason }) => {
      const days = rows.map(({ day, name }) => ({ day, name }))
      await change({ version: holidays.version, year: Number(year), days, reason })
      toast(t('holidays.changed'), 'good')
      onClose()
    },
  })
  const { year, days } = form.state.watch()
  const edit = (rows: HolidayRow[]) => {
    form.state.setValue('days', rows)
    // The errors name rows by their number.
    form.state.clearErrors('days')
  }
  const problem = form.errorOf('days')
  return (
    <FormDialog
      form={form}
      holdsText
      title={t('holidays.change')}
      text={t('holidays.changeText')}
      action={t('terms.save')}
      onClose={onClose}
    >
      <FormField form={form} name="year">
        {({ onValue, ...field }) => (
          <Select
            {...field}
            label={t('holidays.year')}
            onValue={(value) => {
              onValue(value)
              edit(rowsOf(holidays, Number(value)))
            }}
            options={years.map((one) => ({ value: String(one), text: t('holidays.ofYear', { year: one }) }))}
          />
        )}
      </FormField>
      {Number(year) > holidays.lastYear && <p className="wv-note">{t('holidays.prefilled')}</p>}
      {days.map((row, n) => (
        <HolidayFields
          key={row.key}
          row={row}
          errorOf={(field) => form.errorOf(`days.${n}.${field}`)}
          onChange={(part) => edit(days.map((one, at) => (at === n ? { ...one, ...part } : one)))}
          onRemove={() => edit(days.filter((_, at) => at !== n))}
        />
      ))}
      <Button
        variant="secondary"
        size="small"
        disabled={days.length >= MOST_DAYS}
        onClick={() => edit([...days, { key: crypto.randomUUID(), day: '', name: { ko: '', en: '' } }])}
      >
        <Icon name="plus" size={16} /> {t('holidays.add')}
      </Button>
      <FormField form={form} name="reason">
        {(field) => <TextInput {...field} label={t('terms.reason')} maxLength={200} autoComplete="off" />}
      </FormField>
      {problem !== undefined && (
        <Notice icon="warning" tone="bad" alert>
          {problem}
        </Notice>
      )}
    </FormDialog>
  )
}

interface HolidayFieldsProps {
  row: HolidayRow
  errorOf: (field: 'day' | 'name.ko' | 'name.en') => string | undefined
  onChange: (part: Partial<HolidayRow>) => void
  onRemove: () => void
}

function HolidayFields({ row: { day, name }, errorOf, onChange, onRemove }: HolidayFieldsProps) {
  const t = useText('orders')
  return (
    <fieldset className="od-holiday">
      <legend className="wv-visually-hidden">{day || t('holidays.day')}</legend>
      <DateInput
        name="day"
        label={t('holidays.day')}
        value={day}
        onValue={(day) => onChange({ day })}
        error={errorOf('day')}
      />
      {[['ko', 40] as const, ['en', 60] as const].map(([language, most]) => (
        <TextInput
          key={language}
          name={language}
          label={t(`holidays.${language}`)}
          value={name[language]}
          maxLength={most}
          autoComplete="off"
          onValue={(text) => onChange({ name: { ...name, [language]: text } })}
          error={errorOf(`name.${language}`)}
        />
      ))}
      <IconButton label={t('holidays.remove')} onClick={onRemove}>
        <Icon name="trash" size={16} />
      </IconButton>
    </fieldset>
  )
}
