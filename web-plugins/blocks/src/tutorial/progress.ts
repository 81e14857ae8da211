// How far a person has come in the tutorial, in this browser.
import { onDevice } from '@witverse/sdk'
import { STEPS, type Step } from './steps'

const KEY = 'witverse.tutorial'
const DONE = 'done'

export type Progress = Step | typeof DONE

export function loadProgress(): Progress {
  const stored = onDevice.getItem(KEY)
  return [...STEPS, DONE as Progress].find((one) => one === stored) ?? STEPS[0]
}

/** What is done stays done: playing again does not make it unfinished. */
export function saveProgress(progress: Progress) {
  if (loadProgress() === DONE) return
  onDevice.setItem(KEY, progress)
}

export const isTutorialDone = () => loadProgress() === DONE
