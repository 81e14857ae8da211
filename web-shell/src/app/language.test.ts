import { beforeEach, expect, it } from 'vitest'
import { hasChosenLanguage, readLanguage, storeLanguage } from './language'

beforeEach(() => localStorage.clear())

it('starts with what the server saw', () => {
  expect(readLanguage(localStorage, 'ko')).toBe('ko')
  expect(readLanguage(localStorage, 'en')).toBe('en')
  expect(hasChosenLanguage(localStorage)).toBe(false)
})

it('stores the index, tells the wire and the document the code', () => {
  storeLanguage(localStorage, document, 'ko')
  expect(localStorage.getItem('witverse.language')).toBe('kr')
  expect(document.documentElement.lang).toBe('ko')
  expect(document.cookie).toContain('lang=ko')
  expect(readLanguage(localStorage, 'en')).toBe('ko')
})

it('ignores an index it does not know', () => {
  localStorage.setItem('witverse.language', 'ko')
  expect(readLanguage(localStorage, 'en')).toBe('en')
})
