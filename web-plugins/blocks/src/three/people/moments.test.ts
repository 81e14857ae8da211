import { expect, it } from 'vitest'
import { EMOJIS } from '../../hud/feelings'
import type { Line } from '../../room/presence'
import { faceOf, Moments } from './moments'

const said = (key: number, slot: number, text = 'hello'): Line => ({
  key,
  slot,
  author: 'a',
  kind: 'chat',
  text,
})

it('moves the mouth of who says something new, for a while', () => {
  const moments = new Moments()
  moments.update({ lines: [said(1, 5)] }, 0)
  expect(moments.isSpeaking(5, 0)).toBe(false)
  moments.update({ lines: [said(1, 5), said(2, 6), { ...said(3, 7), kind: 'joined' }] }, 1_000)
  expect(moments.isSpeaking(6, 1_500)).toBe(true)
  expect(moments.isSpeaking(6, 2_500)).toBe(false)
  expect(moments.isSpeaking(7, 1_500)).toBe(false)
  moments.update({ lines: [said(4, 6, 'a'.repeat(500))] }, 3_000)
  expect(moments.isSpeaking(6, 7_000)).toBe(true)
  expect(moments.isSpeaking(6, 8_000)).toBe(false)
})

it('says the first line of an empty room', () => {
  const moments = new Moments()
  moments.update({ lines: [] }, 0)
  moments.update({ lines: [said(1, 5)] }, 10)
  expect(moments.isSpeaking(5, 20)).toBe(true)
})

it('gives every emoji an expression of a few seconds', () => {
  for (const id of EMOJIS.keys()) {
    const feelings = [{ key: 1, slot: 2, kind: 'emoji' as const, id, tick: 100 }]
    expect(faceOf({ feelings }, 2, 100), `${id}`).toBeDefined()
    expect(faceOf({ feelings }, 2, 99)).toBeUndefined()
    expect(faceOf({ feelings }, 2, 160)).toBeUndefined()
    expect(faceOf({ feelings }, 3, 100)).toBeUndefined()
  }
})
