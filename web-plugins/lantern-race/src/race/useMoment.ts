// The phase of a race and the seconds to the next one, by the clock of the room.
import { useEffect, useState } from 'react'
import type { Race } from '../api/races'
import { type Phase, phaseOf, secondsUntil } from './progress'

const EVERY_MS = 100

export interface Moment {
  phase: Phase
  /** Until the end of the lobby, or until the signal; 0 otherwise. */
  seconds: number
}

function momentOf(race: Race | null, now: number): Moment {
  if (!race) return { phase: 'ended', seconds: 0 }
  const phase = phaseOf(race, now)
  if (phase === 'lobby') return { phase, seconds: secondsUntil(race.lobbyUntilMs, now) }
  return { phase, seconds: phase === 'countdown' ? secondsUntil(race.goMs, now) : 0 }
}

export function useMoment(race: Race | null, serverNow: () => number): Moment {
  const [moment, setMoment] = useState(() => momentOf(race, serverNow()))
  useEffect(() => {
    const update = () => {
      const next = momentOf(race, serverNow())
      setMoment((now) => (now.phase === next.phase && now.seconds === next.seconds ? now : next))
    }
    update()
    if (race?.state !== 'open') return
    const timer = setInterval(update, EVERY_MS)
    return () => clearInterval(timer)
  }, [race, serverNow])
  return moment
}
