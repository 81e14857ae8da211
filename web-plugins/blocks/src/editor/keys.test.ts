import { expect, it } from 'vitest'
import { actionOf, type Pressed } from './keys'

const press = (key: string, code: string, more: Partial<Pressed> = {}) =>
  actionOf({ key, code, shiftKey: false, isCommand: false, altKey: false, ...more })

it('knows the keys, also in Hangul mode and with either command key', () => {
  expect(press('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toEqual({
    do: 'nudge',
    x: -1,
    y: 0,
    z: 0,
    isFine: true,
  })
  expect(press('PageUp', 'PageUp')).toMatchObject({ do: 'nudge', y: 1 })
  expect(press('ㅂ', 'KeyQ')).toEqual({ do: 'turn', steps: 1, isFine: false })
  expect(press(']', 'BracketRight')).toMatchObject({ do: 'turn', steps: -1 })
  expect(press('+', 'Equal', { shiftKey: true })).toEqual({ do: 'resize', steps: 1 })
  expect(press('-', 'NumpadSubtract')).toEqual({ do: 'resize', steps: -1 })
  expect(press('Tab', 'Tab', { shiftKey: true })).toEqual({ do: 'next', step: -1 })
  expect(press('ㅋ', 'KeyZ', { isCommand: true })).toEqual({ do: 'undo' })
  expect(press('Z', 'KeyZ', { isCommand: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(press('d', 'KeyD', { isCommand: true })).toEqual({ do: 'duplicate' })
  expect(press('ㅡ', 'KeyM')).toEqual({ do: 'many' })
})

it('leaves other keys to the browser', () => {
  expect(press('r', 'KeyR', { isCommand: true })).toBeNull()
  expect(press('ArrowLeft', 'ArrowLeft', { altKey: true })).toBeNull()
  expect(press('C', 'KeyC', { isCommand: true, shiftKey: true })).toBeNull()
  expect(press('x', 'KeyX')).toBeNull()
})
