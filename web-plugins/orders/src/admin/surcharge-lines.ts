// The areas of the surcharges as lines of text, as administrators paste them from a list: `63000-63644 3000 제주`.
import type { SurchargeArea } from '../api/surcharges'

/** The server's limit. */
export const MOST_AREAS = 500

/** Codes, won and the name; between them spaces, tabs or commas, and between two codes also a hyphen, a dash or a tilde. */
const LINE =
  /^(\d{5})(?:\s*[-–~]\s*(\d{5})|[\s,]+(\d{5})(?=[\s,]))?[\s,]+(\d{1,3}(?:,\d{3})+|\d+)(?:[\s,]+(.*))?$/u

export const linesOf = (areas: readonly SurchargeArea[]) =>
  areas.map(({ from, to, won, area }) => `${codesOf({ from, to })} ${won} ${area}`.trim()).join('\n')

export const codesOf = ({ from, to }: Pick<SurchargeArea, 'from' | 'to'>) =>
  from === to ? from : `${from}-${to}`

interface Parsed {
  areas: SurchargeArea[]
  /** The number of the line, from 1, of each area. */
  lines: number[]
  /** The first line that is no area. */
  wrong: number | null
}

export function areasOf(text: string): Parsed {
  const parsed: Parsed = { areas: [], lines: [], wrong: null }
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const found = LINE.exec(line.trim())
    if (found === null) return { ...parsed, wrong: n + 1 }
    const [, from = '', dashed, spaced, won = '', area = ''] = found
    parsed.areas.push({
      from,
      to: dashed ?? spaced ?? from,
      won: Number(won.replaceAll(',', '')),
      area: area.trim(),
    })
    parsed.lines.push(n + 1)
  }
  return parsed
}
