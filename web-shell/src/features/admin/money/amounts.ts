// Parses amounts that administrators type: WIT with at most two decimals, as hundredths.

/** Null for invalid input. `1,240.5` is 124050. */
export function readHundredths(typed: string): number | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(',', ''))
  if (!found) return null
  const [, whole = '0', rest = ''] = found
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** The relative change in thousandths, rounded toward zero: from 1000 to 1034 is 34. */
export const changeInThousandths = (before: number, after: number): number =>
  Number(((BigInt(after) - BigInt(before)) * 1_000n) / BigInt(before))

/** A change of a rate by more than this needs a second administrator. */
export const LARGE_CHANGE_PERCENT = 10

/** Whether a rate changes by more than `LARGE_CHANGE_PERCENT`, computed without rounding. */
export const isLargeChange = (before: number, after: number): boolean =>
  Math.abs(after - before) * 100 > before * LARGE_CHANGE_PERCENT

/** `+3.4 %` */
export function formatChange(thousandths: number): string {
  const size = Math.abs(thousandths)
  const sign = thousandths < 0 ? '−' : '+'
  return `${sign}${Math.floor(size / 10)}.${size % 10} %`
}
