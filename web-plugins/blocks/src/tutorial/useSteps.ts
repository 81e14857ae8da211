// Watches a session and goes from one step to the next.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Session } from '../room/session'
import { SELF } from './local-room'
import { loadProgress, saveProgress } from './progress'
import { WELL } from './scene'
import { angleBetween, isComplete, nextStep, type Observed, STEPS, type Step } from './steps'

const EVERY_MS = 150
/** A longer way between two observations is a placement, which does not count as walking. */
const STRIDE_MAX_M = 2

const start = (): Step => {
  const progress = loadProgress()
  return progress === 'done' ? STEPS[0] : progress
}

interface Before {
  x: number
  z: number
  gaze: number | null
  walkedM: number
  turnedRad: number
  /** The newest line and emoji when the step began: what came before does not count. */
  line: number
  feeling: number
}

const last = (of: readonly { key: number }[]) => of.at(-1)?.key ?? 0

function begin(session: Session): Before {
  const { lines, feelings } = session.presence.get()
  const { x, z } = session.body
  return {
    ...{ x, z, gaze: session.gaze, walkedM: 0, turnedRad: 0 },
    ...{ line: last(lines), feeling: last(feelings) },
  }
}

/** Returns the step, null after the last one, and the way to skip it. The door changes the address, which ends the lesson. */
export function useSteps(session: Session) {
  const [step, setStep] = useState<Step | null>(start)
  const before = useRef<Before | null>(null)
  const proceed = () => setStep((now) => now && nextStep(now))
  // Each step begins to observe anew.
  useEffect(() => {
    before.current = begin(session)
    if (step) saveProgress(step)
  }, [step, session])
  const observe = useEffectEvent(() => {
    if (!step) return
    const { lines, feelings } = session.presence.get()
    const { x, z } = session.body
    const now = before.current
    if (!now) return
    const stride = Math.hypot(x - now.x, z - now.z)
    if (stride < STRIDE_MAX_M) now.walkedM += stride
    if (session.gaze !== null && now.gaze !== null) now.turnedRad += angleBetween(session.gaze, now.gaze)
    Object.assign(now, { x, z, gaze: session.gaze })
    const isOwn = ({ slot }: { slot: number }) => slot === SELF
    const seen: Observed = {
      walkedM: now.walkedM,
      turnedRad: session.gaze === null ? null : now.turnedRad,
      wellM: Math.hypot(x - WELL.x, z - WELL.z),
      isSitting: session.seat !== null,
      hasSpoken: lines.some((one) => one.kind === 'chat' && one.key > now.line && isOwn(one)),
      hasFelt: feelings.some((one) => one.key > now.feeling && isOwn(one)),
    }
    if (isComplete(step, seen)) proceed()
  })
  useEffect(() => {
    const id = setInterval(() => observe(), EVERY_MS)
    return () => clearInterval(id)
  }, [])
  return { step, proceed }
}
