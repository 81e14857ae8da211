// A race that is on: joining it, the time, the next gate, giving up.
import { Button, type GameSlotData, useAction, useCaller, useModal, useText, useToast } from '@witverse/sdk'
import { type Race, type Runner, useRaceActions } from '../api/races'
import type { NextGate, Phase } from './progress'
import { RaceClock } from './RaceClock'

interface OpenRaceProps {
  room: GameSlotData
  race: Race
  own: Runner | undefined
  phase: Phase
  /** Of the caller, if they run. */
  next: NextGate | null
}

export function OpenRace({ room, race, own, phase, next }: OpenRaceProps) {
  const t = useText('lantern-race')
  const toast = useToast()
  const modal = useModal()
  const { user } = useCaller()
  const { join, leave } = useRaceActions(room.blockId)
  const joining = useAction(join)
  const leaving = useAction(leave)
  const isIn = own !== undefined && own.state !== 'left'
  return (
    <>
      {phase === 'running' && own?.state !== 'finished' && (
        <RaceClock since={race.goMs} serverNow={room.serverNow} />
      )}
      {phase === 'lobby' && !isIn && (
        <Button pending={joining.pending} onClick={() => (user ? void joining.run() : modal.open('sign-in'))}>
          {t(user ? 'join' : 'logIn')}
        </Button>
      )}
      {next && (
        <>
          <p className="lr-next">
            <span>
              {phase === 'running'
                ? t(`next.${next.kind}`, { number: next.number, count: race.gates.length - 1 })
                : t('next.ready')}
            </span>
            {race.laps > 1 && <span>{t('lapOf', { lap: next.lap, laps: race.laps })}</span>}
          </p>
          <div className="lr-actions">
            <Button
              size="small"
              onClick={() => void (room.walkTo(targetOf(race, next, phase)) || toast(t('noWay'), 'bad'))}
            >
              {t('walk')}
            </Button>
            <Button size="small" variant="quiet" pending={leaving.pending} onClick={() => void leaving.run()}>
              {t('leave')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Where a walk goes: to the start before the signal, and after it out of the start on the way to the first gate. */
function targetOf(race: Race, next: NextGate, phase: Phase): string {
  const isLeaving = next.kind === 'start' && phase === 'running'
  return (isLeaving && race.gates[1]) || next.id
}
