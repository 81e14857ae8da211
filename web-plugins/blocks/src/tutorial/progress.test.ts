// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { isTutorialDone, loadProgress, saveProgress } from './progress'

afterEach(() => localStorage.clear())

it('begins with the first step and continues where one left', () => {
  expect(loadProgress()).toBe('walk')
  saveProgress('chat')
  expect(loadProgress()).toBe('chat')
  expect(isTutorialDone()).toBe(false)
})

it('stays done when it is played again', () => {
  saveProgress('done')
  saveProgress('walk')
  expect(isTutorialDone()).toBe(true)
})

it('ignores a value that it does not know', () => {
  localStorage.setItem('witverse.tutorial', 'fly')
  expect(loadProgress()).toBe('walk')
})
