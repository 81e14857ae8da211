import { useText } from '@witverse/sdk'
import { DateInput, DateTimeInput, todayInKorea } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { Demo } from '../Demo'

const MONTH_MS = 30 * 86_400_000

export function DatesPage() {
  const t = useText('shell-gallery')
  const [start, setStart] = useState('2026-12-24T10:30:00.000Z')
  const [day, setDay] = useState('')
  const [soon, setSoon] = useState('')
  return (
    <>
      <Demo title={t('states.normal')} layout="grid">
        <DateTimeInput label={t('dates.start')} name="start" value={start} onValue={setStart} />
        <DateInput
          label={t('dates.birthday')}
          name="day"
          value={day}
          onValue={setDay}
          hint={t('common.hint')}
        />
      </Demo>
      <Demo title={t('dates.limited')} layout="grid">
        <DateInput
          label={t('dates.limited')}
          name="soon"
          value={soon}
          onValue={setSoon}
          earliest={todayInKorea()}
          latest={todayInKorea(Date.now() + MONTH_MS)}
        />
      </Demo>
      <Demo title={t('states.error')} layout="grid">
        <DateTimeInput
          label={t('dates.start')}
          name="wrong"
          value=""
          onValue={setStart}
          error={t('form.startMissing')}
        />
        <DateTimeInput label={t('dates.disabled')} name="locked" value={start} onValue={setStart} disabled />
      </Demo>
    </>
  )
}
