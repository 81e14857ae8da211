// What each step of the wizard gets.
import type { Draft } from './draft'

export interface StepProps {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  /** The text of a field that is missing or wrong, after the person tried to go on, or that the server has refused. */
  errorOf: (field: string) => string | undefined
}
