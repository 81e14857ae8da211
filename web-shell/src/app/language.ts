// The chosen language: stored as kr/en, sent as ko/en, passed to the kernel in the cookie `lang`.
import type { Kept, Language } from '@witverse/sdk'

export const LANGUAGE_KEY = 'witverse.language'
const COOKIE_SECONDS = 60 * 60 * 24 * 365

export function readLanguage(storage: Pick<Kept, 'getItem' | 'setItem'>, served: Language): Language {
  const index = storage.getItem(LANGUAGE_KEY)
  if (index === 'kr') return 'ko'
  return index === 'en' ? 'en' : served
}

export const hasChosenLanguage = (storage: Pick<Kept, 'getItem' | 'setItem'>): boolean =>
  storage.getItem(LANGUAGE_KEY) !== null

export function storeLanguage(
  storage: Pick<Kept, 'getItem' | 'setItem'>,
  page: Document,
  language: Language,
) {
  storage.setItem(LANGUAGE_KEY, language === 'ko' ? 'kr' : 'en')
  page.cookie = `lang=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`
  page.documentElement.lang = language
}
