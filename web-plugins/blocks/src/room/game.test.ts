import { expect, it, vi } from 'vitest'
import { pose } from '../testing/room'
import { GameLink } from './game'
import type { ServerMessage } from './protocol'

const welcome: ServerMessage = {
  ...{ name: 'WELCOME', version: 1, slot: 1, instance: 0, tick: 1, tickHz: 20, serverMs: 1 },
  ...{ resumed: false, correction: 0, pose: pose(1, 1) },
}
const event = (name: string, json: string): ServerMessage => ({
  name: 'EVENT',
  event: { kind: 'custom', name, json },
})

it('passes on events, the state and each connection', () => {
  const link = new GameLink()
  const heard: unknown[] = []
  const listener = {
    onEvent: (topic: string, payload: unknown) => heard.push([topic, payload]),
    onState: (state: unknown) => heard.push(state),
    onConnected: () => heard.push('connected'),
  }
  const end = link.subscribe(listener)
  link.apply(welcome)
  link.apply({ name: 'STATE', version: 1, json: '{"score":3}' })
  link.apply(event('goal', '{"by":1}'))
  link.apply(event('broken', '{'))
  expect(heard).toEqual(['connected', { score: 3 }, ['goal', { by: 1 }], ['broken', null]])
  end()
  link.apply(event('goal', '{}'))
  expect(heard).toHaveLength(4)
  // A later subscriber receives the current state.
  link.subscribe(listener)
  expect(heard.slice(4)).toEqual(['connected', { score: 3 }])
})

it('keeps the marks until they change', () => {
  const link = new GameLink()
  const listener = vi.fn()
  link.subscribeMarks(listener)
  link.mark(['a'])
  const marks = link.marks()
  link.mark(['a'])
  expect(link.marks()).toBe(marks)
  link.mark([])
  expect([listener.mock.calls.length, link.marks()]).toEqual([2, []])
})
