// Fields after their texts were sent: what was typed meanwhile stays.

/** The part of a text that was not sent: nothing if it has not changed since, and all of it if what was sent was edited. */
export const unsentPart = (now: string, sent: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now

/** The values of a form that returns to `initial`, with the unsent part of what was changed since the values were sent. */
export function withUnsent<T>(initial: T, now: T, sent: T): T {
  if (typeof now === 'string' && typeof sent === 'string' && now !== sent) return unsentPart(now, sent) as T
  if (isRecord(now) && isRecord(sent)) {
    const before: Record<string, unknown> = isRecord(initial) ? initial : {}
    const values = Object.entries(now).map(([key, value]) => [key, withUnsent(before[key], value, sent[key])])
    return { ...before, ...Object.fromEntries(values) }
  }
  // Files are equal only to themselves.
  const isSame = now === sent || (!(now instanceof Blob) && JSON.stringify(now) === JSON.stringify(sent))
  return isSame ? initial : now
}

/** Not a file, and not a list: a list that was changed stays as it is. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
