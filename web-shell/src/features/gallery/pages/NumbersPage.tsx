import { useText } from '@witverse/sdk'
import { NumberInput, WitInput } from '@witverse/sdk/forms'
import { useState } from 'react'
import { Demo } from '../Demo'
import { OWNED_HUNDREDTHS, RATE } from '../samples'

export function NumbersPage() {
  const t = useText('shell-gallery')
  const [count, setCount] = useState('3')
  const [wit, setWit] = useState('')
  return (
    <>
      <Demo title={t('numbers.count')} layout="grid">
        <NumberInput
          label={t('numbers.count')}
          name="count"
          value={count}
          onValue={setCount}
          minimum={1}
          maximum={10}
          hint={t('numbers.countHint')}
        />
        <NumberInput
          label={t('form.people')}
          name="people"
          value={count}
          onValue={setCount}
          unit={t('form.peopleUnit')}
          error={t('form.peopleRange')}
        />
        <NumberInput label={t('states.disabled')} name="locked" value="5" onValue={setCount} disabled />
      </Demo>
      <Demo title={t('numbers.wit')} layout="grid">
        <WitInput
          label={t('numbers.wit')}
          name="wit"
          value={wit}
          onValue={setWit}
          availableHundredths={OWNED_HUNDREDTHS}
          rate={RATE}
        />
        <WitInput label={t('numbers.none')} name="none" value="" onValue={setWit} availableHundredths={0} />
        <WitInput label={t('numbers.free')} name="free" value={wit} onValue={setWit} rate={RATE} />
      </Demo>
    </>
  )
}
