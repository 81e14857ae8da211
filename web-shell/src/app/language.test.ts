// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { hasChosenLanguage, readLanguage, storeLanguage } from './language'

beforeEach(() => localStorage.clear())

it('starts with the language that the server detected', () => {
  expect(readLanguage(localStorage, 'ko')).toBe('ko')
  expect(readLanguage(localStorage, 'en')).toBe('en')
  expect(hasChosenLanguage(localStorage)).toBe(false)
})

it('stores the index and sends the language code', () => {
  storeLanguage(localStorage, document, 'ko')
  expect(localStorage.getItem('witverse.language')).toBe('kr')
  expect(document.documentElement.lang).toBe('ko')
  expect(document.cookie).toContain('lang=ko')
  expect(readLanguage(localStorage, 'en')).toBe('ko')
})

it('ignores an unknown index', () => {
  localStorage.setItem('witverse.language', 'ko')
  expect(readLanguage(localStorage, 'en')).toBe('en')
})
