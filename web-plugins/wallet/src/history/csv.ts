// Translates the exported history into the language of the screen. The server writes codes for kinds and features, and
// headings in the language of the account.
import { type Translate, textOr } from '@witverse/sdk'
import { kindKey } from './kinds'
import { memoText } from './memo'

const HEADINGS = ['seq', 'time', 'kind', 'with', 'memo', 'amount', 'balance', 'transfer'] as const
/** The server's names for a counterparty who deleted their account. */
const LEFT = ['탈퇴한 사용자', 'someone who left']
/** The byte order mark tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export function translateCsv(csv: string, t: Translate<'wallet'>): string {
  const [, ...rows] = readCsv(csv.replace(BYTE_ORDER_MARK, ''))
  const translated = rows.map(([seq, time, kind = '', party = '', memo = '', amount = '', ...rest]) => {
    const amountHundredths = amount.startsWith('-') || amount.startsWith('−') ? -1 : 1
    const shownKind = textOr(t, kindKey({ kind, amountHundredths, memo }), kind)
    const shownParty = LEFT.includes(party) ? t('whom.gone') : textOr(t, `plugins.${party}`, party)
    return [seq, time, shownKind, shownParty, memoText(t, memo), amount, ...rest]
  })
  const lines = [HEADINGS.map((name) => t(`csv.${name}`)), ...translated]
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.map(writeCell).join(',')).join('\r\n')}\r\n`
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

const writeCell = (cell = ''): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
