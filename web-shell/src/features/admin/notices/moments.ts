// The time of a publication, as its field holds it: Korean time, whatever the clock of whoever writes it says.

const KST_MS = 9 * 3_600_000

/** `2026-11-21T14:00` of a moment. */
export const toField = (at: string): string => new Date(Date.parse(at) + KST_MS).toISOString().slice(0, 16)

/** The moment of `2026-11-21T14:00`; null where there is none. */
export function fromField(value: string): string | null {
  const at = Date.parse(`${value}:00+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** `2026.11.21 14:00` in Korean time. */
export const shownAt = (at: string): string => toField(at).replaceAll('-', '.').replace('T', ' ')
