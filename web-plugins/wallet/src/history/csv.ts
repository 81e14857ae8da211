// Writes the names of kinds, plugins and memos into the exported history. The server writes codes for them; the headings
// and the names of people are in the language of the screen already.
import { type Translate, textOr } from '@witverse/sdk'
import { csvFile, textCell } from '@witverse/sdk/csv'
import { kindKey } from './kinds'
import { memoText } from './memo'

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export function translateCsv(
  csv: string,
  t: Translate<'wallet'>,
  pluginName: (id: string) => string | null,
): string {
  const [headings = [], ...rows] = readCsv(csv.replace(BYTE_ORDER_MARK, ''))
  const translated = rows.map(
    ([seq = '', time = '', kind = '', party = '', memo = '', amount = '', ...rest]) => {
      const amountHundredths = amount.startsWith('-') || amount.startsWith('−') ? -1 : 1
      const shownKind = textOr(t, kindKey({ kind, amountHundredths, memo }), kind)
      // A party that is no plugin of the platform is a person, by name.
      const shownParty = pluginName(party) ?? party
      const texts = [shownKind, shownParty, memoText(t, memo)].map(textCell)
      return [seq, time, ...texts, amount, ...rest]
    },
  )
  return csvFile([headings, ...translated])
}

/** Parses CSV; quoted cells may contain commas, line breaks and doubled quotes. */
export function readCsv(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && row.length === 0 && quoted === undefined && plain === '') break
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
