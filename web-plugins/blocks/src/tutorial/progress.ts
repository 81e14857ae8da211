// How far a person has come in the tutorial, in this browser. Without storage, the tutorial begins anew each time.
import { STEPS, type Step } from './steps'

const KEY = 'witverse.tutorial'
const DONE = 'done'

export type Progress = Step | typeof DONE

export function loadProgress(): Progress {
  try {
    const stored = localStorage.getItem(KEY)
    return [...STEPS, DONE as Progress].find((one) => one === stored) ?? STEPS[0]
  } catch {
    return STEPS[0]
  }
}

/** What is done stays done: playing again does not make it unfinished. */
export function saveProgress(progress: Progress) {
  if (loadProgress() === DONE) return
  try {
    localStorage.setItem(KEY, progress)
  } catch {
    // A private window: nothing is kept.
  }
}

export const isTutorialDone = () => loadProgress() === DONE
