// Sample data whose values can be found again in rendered markup. Each found value becomes a hole, `{{path|format}}`, which
// the kernel fills with the value at that path of the page's real initial data. The formats are defined in
// kernel/src/http/prerender.rs.

/** Private-use characters: no text contains them, and they survive escaping, upper-casing and truncation. */
const FIRST_MARK = 0xe100
const END = '\uf8ff'
const FIRST_INTEGER = 910_001

/** Creates sample values; each path is the place of the value in the payload, such as `items.0.worldName`. */
export interface Holes {
  /** A text that must not be missing or empty. */
  text: (path: string) => string
  /** The address of a picture, which may be missing. */
  image: (path: string) => string
  /** A whole number below a million. */
  integer: (path: string) => number
  /** A whole number in a text that may have plural forms: the markup contains the form for many. */
  plural: (path: string) => number
  /** A number from 0 to 359. */
  degrees: (path: string) => number
}

interface Found {
  sample: string
  hole: string
}

/** Texts of a language may have `plurals`: one form for 1, another for many. */
export function createHoles(plurals: boolean) {
  const found: Found[] = []
  let count = 0
  const next = (): number => {
    count += 1
    return count - 1
  }

  function text(path: string, format = 'text'): string {
    const mark = String.fromCharCode(FIRST_MARK + next())
    found.push(
      { sample: mark + END, hole: `{{${path}|${format}}}` },
      { sample: encodeURIComponent(mark + END), hole: `{{${path}|url}}` },
      { sample: mark, hole: `{{${path}|initial}}` },
    )
    return mark + END
  }

  function integer(path: string, format = 'integer'): number {
    const sample = FIRST_INTEGER + next()
    found.push(
      { sample: sample.toLocaleString('en-US'), hole: `{{${path}|${format}}}` },
      { sample: String(sample), hole: `{{${path}|${format}}}` },
    )
    return sample
  }

  /** The fraction is a power of two, so that arithmetic with it is exact. */
  function degrees(path: string): number {
    const sample = 200 + (1 + next()) / 1024
    found.push({ sample: String(sample), hole: `{{${path}|degrees}}` })
    return sample
  }

  const holes: Holes = {
    text: (path) => text(path),
    image: (path) => text(path, 'image'),
    integer: (path) => integer(path),
    plural: (path) => integer(path, plurals ? 'plural' : 'integer'),
    degrees,
  }

  /** Replaces the samples in rendered markup. */
  function cut(markup: string): string {
    if (markup.includes('{{')) throw new Error('The markup contains "{{" before holes were cut.')
    let cut = markup
    for (const { sample, hole } of found) cut = cut.replaceAll(sample, hole)
    const rest = /[\ue100-\uf8ff]/.exec(cut)
    if (rest)
      throw new Error(`A sample was not found again: …${cut.slice(rest.index - 60, rest.index + 60)}…`)
    return cut
  }

  return { holes, cut }
}
