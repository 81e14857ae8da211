// Finds the source of an example in the source of its page.
const TITLE = /title=\{t\('([^']+)'\)\}/

/**
 * The children of the `Demo` with a title, without their indentation; `isTitle` says whether a key of the texts is the title.
 * Null if the page has no such example.
 */
export function exampleIn(source: string, isTitle: (key: string) => boolean): string | null {
  for (const part of source.split(/^ *<Demo\b/m).slice(1)) {
    const key = TITLE.exec(part)?.[1]
    if (!key || !isTitle(key)) continue
    const [head = '', ...lines] = (part.split(/^ *<\/Demo>/m)[0] ?? '').split('\n')
    // The attributes of the card can be on lines of their own.
    const begin = head.trimEnd().endsWith('>') ? 0 : lines.findIndex((line) => line.trim() === '>') + 1
    return dedented(lines.slice(begin))
  }
  return null
}

function dedented(lines: string[]): string {
  const depth = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)))
  return lines
    .map((line) => line.slice(depth))
    .join('\n')
    .trim()
}
