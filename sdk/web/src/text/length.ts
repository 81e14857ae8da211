// The length of a text as people count it: a family, a flag or a letter of several marks is one character.
const segments = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : undefined

/** The characters of a text: grapheme clusters, or code points in a browser that cannot divide texts. */
export const charactersOf = (text: string): string[] =>
  segments ? Array.from(segments.segment(text), ({ segment }) => segment) : [...text]

/** The number of characters, as all limits and counters of forms count them. */
export const lengthOf = (text: string): number => charactersOf(text).length

/**
 * The value of a field of at most `max` characters after a change: what was put in is shortened, what stood there stays. A
 * text that is too long already can only become shorter. `caret` is the place after what was put in.
 */
export function limitChange(before: string, after: string, max: number): { value: string; caret: number } {
  const was = charactersOf(before)
  const now = charactersOf(after)
  if (now.length <= Math.max(max, was.length - 1)) return { value: after, caret: after.length }
  const shorter = Math.min(was.length, now.length)
  let start = 0
  while (start < shorter && was[start] === now[start]) start += 1
  let kept = 0
  while (kept < shorter - start && was[was.length - 1 - kept] === now[now.length - 1 - kept]) kept += 1
  const end = now.slice(now.length - kept)
  const added = now.slice(start, Math.max(start, Math.min(now.length - kept, max - kept)))
  const head = [...now.slice(0, start), ...added].join('')
  return { value: head + end.join(''), caret: head.length }
}
