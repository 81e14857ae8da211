// Months as `YYYY-MM` and their days as `YYYY-MM-DD`.

/** The month `by` months later. */
export function monthAfter(month: string, by: number): string {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

export function daysOf(month: string): string[] {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, at, 0)).getUTCDate()
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
}
