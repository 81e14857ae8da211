// The state of a wizard: the current step, and moves to its neighbours.
import { useState } from 'react'
import type { Step } from './Stepper'

export function useSteps<Id extends string>(steps: readonly Step<Id>[]) {
  const [at, setAt] = useState(0)
  const last = steps.length - 1
  const indexOf = (id: Id) => steps.findIndex((step) => step.id === id)
  const current = steps[Math.min(at, last)]?.id
  if (current === undefined) throw new Error('a wizard needs at least one step')
  return {
    current,
    isFirst: at === 0,
    isLast: at >= last,
    next: () => setAt((index) => Math.min(last, index + 1)),
    back: () => setAt((index) => Math.max(0, index - 1)),
    /** Unknown steps are ignored. */
    goTo: (id: Id) => setAt((index) => (indexOf(id) < 0 ? index : indexOf(id))),
  }
}
