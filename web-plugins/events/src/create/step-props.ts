// What each step of the wizard gets.
import type { Draft } from './draft'

export interface StepProps {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  /** The text of a field that is required and empty, after the person tried to go on. */
  errorOf: (field: string) => string | undefined
}
