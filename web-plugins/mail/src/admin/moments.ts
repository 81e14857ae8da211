// Converts between times and the value of a date field, which is in Korean time.

const KST_MS = 9 * 3_600_000

/** The field value of a time: `2026-11-21T14:00`. */
export const toField = (at: string): string => new Date(Date.parse(at) + KST_MS).toISOString().slice(0, 16)

/** The time of a field value; null if it is empty or invalid. */
export function fromField(value: string): string | null {
  const at = Date.parse(`${value}:00+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** `2026.11.21 14:00` in Korean time. */
export const shownAt = (at: string): string => toField(at).replaceAll('-', '.').replace('T', ' ')
