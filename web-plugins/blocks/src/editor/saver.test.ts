import { expect, it, vi } from 'vitest'
import type { SceneDocument } from './document'
import type { Draft } from './drafts'
import { Saver } from './saver'

const document = (seed: number) => ({ format: 1, seed }) as unknown as SceneDocument

function open() {
  let task: (() => void) | null = null
  let draft: Draft | null = null
  const put = vi.fn(async (_document: SceneDocument, basedOn: number) => basedOn + 1)
  const saver = new Saver(document(0), 7, {
    put,
    after: (_, next) => {
      task = next
      return () => (task = null)
    },
    drafts: {
      read: () => draft,
      write: (next) => (draft = next),
      remove: () => (draft = null),
    },
    isStale: (error) => error === 'stale',
    isRefusal: (error) => error === 'refused',
  })
  const tick = async () => {
    const due = task
    task = null
    due?.()
    for (let turns = 0; turns < 8; turns++) await Promise.resolve()
  }
  return { saver, put, tick, draft: () => draft, isWaiting: () => task !== null }
}

it('saves after the last change, based on the version before', async () => {
  const { saver, put, tick, draft } = open()
  saver.change(document(1))
  saver.change(document(2))
  expect(saver.state.status).toBe('unsaved')
  expect(draft()).toEqual({ version: 7, document: document(2) })
  await tick()
  expect(put).toHaveBeenCalledExactlyOnceWith(document(2), 7)
  expect([saver.state.status, saver.version, draft()]).toEqual(['saved', 8, null])
})

it('saves what changes while it saves', async () => {
  const { saver, put, tick } = open()
  saver.change(document(1))
  put.mockImplementationOnce(async (_, basedOn) => {
    saver.change(document(2))
    return basedOn + 1
  })
  await tick()
  expect(saver.state.status).toBe('unsaved')
  await tick()
  expect(put).toHaveBeenLastCalledWith(document(2), 8)
  expect(saver.state.status).toBe('saved')
})

it('keeps a draft without a network and tries again', async () => {
  const { saver, put, tick, draft, isWaiting } = open()
  put.mockRejectedValueOnce(new TypeError('no network'))
  saver.change(document(1))
  await tick()
  expect([saver.state.status, draft()?.version, isWaiting()]).toEqual(['offline', 7, true])
  await tick()
  expect([saver.state.status, draft()]).toEqual(['saved', null])
})

it('stops when somebody else has saved, until one version is chosen', async () => {
  const { saver, put, tick, draft } = open()
  put.mockRejectedValueOnce('stale')
  saver.change(document(1))
  await tick()
  saver.change(document(2))
  await tick()
  expect([saver.state.status, put.mock.calls.length, draft()?.document]).toEqual(['stale', 1, document(2)])
  expect(await saver.overwrite(9)).toBe(true)
  expect(put).toHaveBeenLastCalledWith(document(2), 9)
  saver.change(document(3))
  saver.adopt(document(4), 20)
  expect([saver.state.status, saver.version, draft()]).toEqual(['saved', 20, null])
})

it('does not send again what the server refuses', async () => {
  const { saver, put, tick, isWaiting } = open()
  put.mockRejectedValueOnce('refused')
  saver.change(document(1))
  await tick()
  expect([saver.state.status, isWaiting()]).toEqual(['refused', false])
  saver.change(document(2))
  await tick()
  expect(saver.state.status).toBe('saved')
})

it('saves at once when asked, and knows that nothing is left', async () => {
  const { saver, put } = open()
  expect(await saver.flush()).toBe(true)
  expect(put).not.toHaveBeenCalled()
  saver.change(document(1))
  expect(await saver.flush()).toBe(true)
  saver.change(document(2))
  saver.change(document(1))
  expect(saver.state.status, 'undone again').toBe('saved')
})

it('saves what changed during a save when the editor closes', async () => {
  const { saver, put, tick, draft } = open()
  let answer: (version: number) => void = () => undefined
  put.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  saver.change(document(1))
  const first = tick()
  saver.change(document(2))
  const closed = saver.flush()
  saver.stop()
  await first
  answer(8)
  expect(await closed).toBe(true)
  expect(put).toHaveBeenLastCalledWith(document(2), 8)
  expect(draft()).toBeNull()
})

it('keeps a draft when the editor closes without a network', async () => {
  const { saver, put, draft } = open()
  put.mockRejectedValueOnce(new Error('offline'))
  saver.change(document(1))
  const closed = saver.flush()
  saver.stop()
  expect(await closed).toBe(false)
  expect(draft()).toEqual({ version: 7, document: document(1) })
})
