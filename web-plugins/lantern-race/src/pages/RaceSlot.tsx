// The race in the room of a block: start, join, countdown, the next lantern, results, best times.
import { Button, type GameSlotData, Icon, type SlotProps, useCaller, useText } from '@witverse/sdk'
import { useEffect, useState } from 'react'
import { useRace } from '../api/races'
import { BestTimes } from '../race/BestTimes'
import { OpenRace } from '../race/OpenRace'
import { nextGate, runnerOf } from '../race/progress'
import { Results } from '../race/Results'
import { Reviews } from '../race/Reviews'
import { StartRace } from '../race/StartRace'
import { StatusLine } from '../race/StatusLine'
import { useMoment } from '../race/useMoment'

const GAME = 'lantern-race'

export default function RaceSlot({ data }: SlotProps) {
  const room = data as GameSlotData
  return room.game === GAME ? <Panel room={room} /> : null
}

function Panel({ room }: { room: GameSlotData }) {
  const t = useText('lantern-race')
  const latest = useRace(room)
  const { user } = useCaller()
  const race = latest.data?.race ?? null
  const { phase, seconds } = useMoment(race, room.serverNow)
  const own = race ? runnerOf(race, user?.id) : undefined
  const isOpen = race !== null && phase !== 'ended'
  const next = isOpen && own?.state === 'running' ? nextGate(race, own.passed) : null
  useMark(room, next?.id ?? null)
  const [isFolded, setFolded] = useState(false)
  return (
    <section className="lr-panel" aria-label={t('title')}>
      <h2 className="lr-title">
        <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {t('title')}
          <Icon name="up" size={18} />
        </button>
      </h2>
      {latest.isError && (
        <p className="lr-line">
          {t('error')}{' '}
          <Button size="small" variant="secondary" onClick={() => void latest.refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {latest.isSuccess && <StatusLine {...{ race, own, phase, seconds }} />}
      {isOpen && <OpenRace {...{ room, race, own, phase, next }} />}
      {race && !isFolded && <Results race={race} userId={user?.id} />}
      {latest.isSuccess && !isOpen && !isFolded && (
        <>
          <StartRace blockId={room.blockId} isAgain={race !== null} />
          {room.isModerator && <Reviews blockId={room.blockId} />}
          <BestTimes blockId={room.blockId} />
        </>
      )}
    </section>
  )
}

/** Marks the next gate in the room while the person runs. */
function useMark({ highlight }: GameSlotData, id: string | null) {
  useEffect(() => {
    highlight(id === null ? [] : [id])
    return () => highlight([])
  }, [highlight, id])
}
