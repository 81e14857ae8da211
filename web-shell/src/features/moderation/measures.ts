// The durations of measures.
import type { CaseAction } from './api'

export const LENGTHS = [
  { value: '1', hours: 1 },
  { value: '24', hours: 24 },
  { value: '72', hours: 72 },
  { value: '168', hours: 168 },
  { value: '720', hours: 720 },
  { value: '8760', hours: 8_760 },
  { value: 'never', hours: null },
] as const

export const hasLength = (action: string): boolean => action === 'mute' || action === 'suspend'

/** The hours of a measure with a duration; `null` is unlimited, for suspensions only. */
export function hoursOf(action: CaseAction, length: string): { hours?: number | null } {
  if (!hasLength(action)) return {}
  const chosen = lengthsFor(action).find(({ value }) => value === length)
  return { hours: chosen ? chosen.hours : 24 }
}

export const lengthsFor = (action: string) =>
  LENGTHS.filter(({ hours }) => hours !== null || action === 'suspend')

export const REASON_LENGTH = { least: 5, most: 500 }
