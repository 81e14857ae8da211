// Cells of CSV for spreadsheets, which would read some texts as a formula, a number or a date.

/** A leading sign would be read as a formula; East Asian spreadsheets read the full-width signs as well. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** Digits with signs between them: a phone, a postal code, a version, what looks like a date, or an exponent. */
const NUMBER = /^[\p{Nd}\s.,:/()-]*\p{Nd}(?:[\p{Nd}\s.,:/()%-]|[eE](?=[+-]?\d))*$/u

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A text that stays the text that it is. */
export function textCell(text: string): string {
  if (FORMULA.test(text)) return quoted(`'${text}`)
  return quoted(NUMBER.test(text) ? `="${text}"` : text)
}

/** The lines of a file. The mark at the start makes spreadsheets read it as UTF-8. */
export const csvFile = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
