// The puzzle in the room of a block: start, the board, the result, best times.
import {
  Button,
  formatStopwatch,
  type GameSlotData,
  Icon,
  type SlotProps,
  useAction,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { type Solved, useChanges, useOwnRun, useRunActions } from '../api/puzzles'
import { BestTimes } from '../puzzle/BestTimes'
import { OpenRun } from '../puzzle/OpenRun'
import { Reviews } from '../puzzle/Reviews'

const GAME = 'lantern-puzzle'

export default function PuzzleSlot({ data }: SlotProps) {
  const room = data as GameSlotData
  return room.game === GAME ? <Panel room={room} /> : null
}

function Panel({ room }: { room: GameSlotData }) {
  const t = useText('lantern-puzzle')
  const own = useOwnRun(room.blockId)
  const [solved, setSolved] = useState<Solved | null>(null)
  const [isFolded, setFolded] = useState(false)
  useChanges(room)
  const run = own.data?.run ?? null
  return (
    <section className="lp-panel" aria-label={t('title')}>
      <h2 className="lp-title">
        <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {t('title')}
          <Icon name="up" size={18} />
        </button>
      </h2>
      {own.isError && (
        <p className="lp-line">
          {t('error')}{' '}
          <Button size="small" variant="secondary" onClick={() => void own.refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {run && own.data && !isFolded && (
        <OpenRun
          key={run.runId}
          {...{ blockId: room.blockId, run, receivedMs: own.data.atMs, onSolved: setSolved }}
        />
      )}
      {own.isSuccess && !run && !isFolded && (
        <>
          <p className="lp-line" role="status">
            {solved ? t(outcomeOf(solved), { time: formatStopwatch(solved.timeMs) }) : t('rules')}
          </p>
          <Start blockId={room.blockId} isAgain={solved !== null} />
          {room.isModerator && <Reviews blockId={room.blockId} />}
          <BestTimes blockId={room.blockId} />
        </>
      )}
    </section>
  )
}

function outcomeOf({ isPending, isBest }: Solved) {
  if (isPending) return 'pending'
  return isBest ? 'best' : 'solved'
}

function Start({ blockId, isAgain }: { blockId: string; isAgain: boolean }) {
  const t = useText('lantern-puzzle')
  const modal = useModal()
  const { user } = useCaller()
  const starting = useAction(useRunActions(blockId).start)
  if (!user) return <Button onClick={() => modal.open('sign-in')}>{t('logIn')}</Button>
  return (
    <Button pending={starting.pending} onClick={() => void starting.run()}>
      {t(isAgain ? 'again' : 'start')}
    </Button>
  )
}
