// Formats numbers and dates in the product's formats.

/** 1,234 · 1.25M. Numbers from a million are abbreviated with two decimals. */
export function formatCount(value: number): string {
  return value >= 1_000_000 ? `${(value / 1_000_000).toFixed(2)}M` : value.toLocaleString('en-US')
}

/** YYYY.MM.DD, in the viewer's own time. */
export function formatDate(value: string | Date, separator = '.'): string {
  const date = new Date(value)
  const two = (part: number) => String(part).padStart(2, '0')
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join(separator)
}

/** m:ss, never below 0:00. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
