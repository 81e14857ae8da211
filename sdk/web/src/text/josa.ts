// Korean particles (josa) depend on the last sound of the word before them: 문을, 나무를.
// A text writes `{{word}}{{word, josa(pair: 을/를)}}`; the format returns the particle alone.
import { josa } from 'es-hangul'
import type { i18n } from 'i18next'

type Pair = Parameters<typeof josa.pick>[1]

/** How the last sound of a Latin letter or of a digit is written in Hangul. */
const SOUNDS: Record<string, string> = {
  0: '영',
  1: '일',
  3: '삼',
  6: '육',
  7: '칠',
  8: '팔',
  l: '엘',
  m: '엠',
  n: '엔',
}

export function particleOf(word: string, pair: string): string {
  const last = /[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u.exec(word)?.[0]?.toLowerCase() ?? ''
  return josa.pick(SOUNDS[last] ?? last, pair as Pair)
}

/** Adds the format to an instance of i18next. */
export function addJosaFormat(texts: i18n) {
  texts.services.formatter?.add('josa', (value, _language, { pair }) => particleOf(String(value), pair))
}
