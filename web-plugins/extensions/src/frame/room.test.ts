import type { RoomSnapshot } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { newsOf, nothingSent } from './room'

const view: RoomSnapshot = {
  self: 1,
  members: new Map([
    [1, { user: 'a', name: 'mina', guest: false }],
    [2, { user: 'g', name: 'guest', guest: true }],
  ]),
  lines: [{ key: 4, slot: 2, author: 'guest', kind: 'chat', text: 'before' }],
  feelings: [],
}
const said = (key: number, text: string) => ({ key, slot: 2, author: 'guest', kind: 'chat', text })

it('begins with the people, and without what was said before', () => {
  const { news, sent } = newsOf(view, nothingSent(view), true)
  expect(news).toEqual([
    {
      type: 'people',
      people: [
        { id: 'a', name: 'mina', isSelf: true },
        { id: null, name: 'guest', isSelf: false },
      ],
    },
  ])
  expect(newsOf(view, sent, true).news).toEqual([])
})

it('sends each line and each emoji once', () => {
  const { sent } = newsOf(view, nothingSent(view), true)
  const later: RoomSnapshot = {
    ...view,
    lines: [...view.lines, said(5, 'hi'), { key: 6, slot: 2, author: 'guest', kind: 'left' }],
    feelings: [{ key: 7, slot: 1, kind: 'emoji', id: 3 }],
  }
  const next = newsOf(later, sent, true)
  expect(next.news).toEqual([
    { type: 'chat', from: { id: null, name: 'guest', isSelf: false }, text: 'hi' },
    { type: 'action', by: { id: 'a', name: 'mina', isSelf: true }, kind: 'emoji', id: 3 },
  ])
  expect(newsOf({ ...later, feelings: [] }, next.sent, true).news).toEqual([])
})

it('keeps the chat from a plugin that may not read it', () => {
  const { sent } = newsOf(view, nothingSent(view), false)
  const later = { ...view, lines: [...view.lines, said(5, 'secret')] }
  const next = newsOf(later, sent, false)
  expect(next.news).toEqual([])
  // Not later either, after the operator has allowed it.
  expect(newsOf(later, next.sent, true).news).toEqual([])
})
