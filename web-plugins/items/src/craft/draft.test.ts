import { expect, it } from 'vitest'
import { type Draft, EMPTY, fileOf, gearOf, problemsOf, readDraft, writeDraft } from './draft'

const file = (fileId: string) =>
  JSON.stringify({ fileId, url: `/files/${fileId}`, name: 'a', width: 1, height: 1 })
const whole = { ...EMPTY, collectionId: 'c1', name: { ko: '등불', en: 'Lantern' }, image: file('f1') }

function storage() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

it('survives a reload, apart for each account', () => {
  const local = storage()
  writeDraft({ userId: 'u-mina' }, whole, local)
  expect(readDraft({ userId: 'u-mina' }, local)).toEqual(whole)
  expect(readDraft({ userId: 'u-theo' }, local)).toEqual(EMPTY)
  writeDraft({ userId: 'u-mina' }, EMPTY, local)
  expect(local.stored.size).toBe(0)
})

it('is another one for each world', () => {
  const local = storage()
  const world = { userId: 'u-mina', worldName: 'agora' }
  writeDraft(world, whole, local)
  expect(readDraft({ userId: 'u-mina' }, local)).toEqual(EMPTY)
  expect(readDraft({ ...world, worldName: 'hanok' }, local)).toEqual(EMPTY)
  expect(readDraft(world, local)).toEqual(whole)
})

it('ignores what it did not write', () => {
  const local = storage()
  for (const text of ['', 'null', '[]', '{"type":7,"other":"x"}', '{']) {
    local.setItem('witverse.items.draft.u-mina', text)
    expect(readDraft({ userId: 'u-mina' }, local)).toEqual(EMPTY)
  }
})

it('asks for what an item of the type consists of', () => {
  const check = (changes: Partial<Draft>, expected: string[]) =>
    expect(Object.keys(problemsOf({ ...whole, ...changes }))).toEqual(expected)
  check({}, [])
  check({ type: 'audio' }, ['media'])
  check({ type: 'audio', media: file('f2') }, [])
  check({ type: 'text', text: ' ' }, ['text'])
  check({ type: 'gear' }, ['gear'])
  check({ collectionId: '', image: '', name: { ko: '등불', en: ' ' } }, ['collectionId', 'image', 'name.en'])
  for (const quantity of ['', '0', '51', '1.5']) check({ quantity }, ['quantity'])
})

it('reads a stored file, or none', () => {
  expect(fileOf(file('f1'))?.fileId).toBe('f1')
  for (const text of ['', '{}', 'x']) expect(fileOf(text)).toBeNull()
})

it('knows where a model is worn', () => {
  expect(gearOf('lantern')).toEqual({ slot: 'hand', model: 'lantern' })
  expect(gearOf('sword')).toBeNull()
})
