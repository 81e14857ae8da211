// The start of a race, with its number of laps.
import { Button, Segments, useAction, useCaller, useModal, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useRaceActions } from '../api/races'

const LAPS = ['1', '2', '3']

export function StartRace({ blockId, isAgain }: { blockId: string; isAgain: boolean }) {
  const t = useText('lantern-race')
  const modal = useModal()
  const { user } = useCaller()
  const [laps, setLaps] = useState('1')
  const { start } = useRaceActions(blockId)
  const starting = useAction(() => start(Number(laps)))
  if (!user) return <Button onClick={() => modal.open('sign-in')}>{t('logIn')}</Button>
  return (
    <>
      <Segments
        label={t('laps')}
        name="laps"
        value={laps}
        onValue={setLaps}
        options={LAPS.map((value) => ({ value, text: t('lap', { count: Number(value) }) }))}
      />
      <Button pending={starting.pending} onClick={() => void starting.run()}>
        {t(isAgain ? 'again' : 'start')}
      </Button>
    </>
  )
}
