// The problem of a typed date: no date, or outside of the limits.
import { usePartText } from '../text/usePartText'
import { formatDay } from './kst'
import { pickerTexts } from './messages'

interface DateState {
  /** The typed text is not a date. */
  wrong: boolean
  /** `YYYY-MM-DD`, or empty. */
  date: string
  earliest: string | undefined
  latest: string | undefined
}

export function useDateProblem({ wrong, date, earliest, latest }: DateState): string | undefined {
  const t = usePartText(pickerTexts)
  if (wrong) return t('dateInvalid')
  if (date && earliest && date < earliest) return t('tooEarly', { date: formatDay(earliest) })
  if (date && latest && date > latest) return t('tooLate', { date: formatDay(latest) })
  return undefined
}
