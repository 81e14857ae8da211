import { expect, it } from 'vitest'
import { budgetOf, exceeded } from './budget'
import { parseCopied, textOf } from './clipboard'
import { apply, duplicate, inverse } from './commands'
import type { SceneDocument } from './document'
import { addItem, itemsOf, showItem } from './item-commands'

const EMPTY: SceneDocument = {
  ...{ format: 1, seed: 3, size: 20 },
  ...{ ground: { kind: 'grass', colour: '#5d9a63' }, sky: { hue: 250, hour: null } },
  ...{ objects: [], spawnPoints: [], seats: [], links: [], lights: [] },
}
const at = { x: 4, y: 0, z: 4 }

function framed(...items: (string | null)[]): SceneDocument {
  return items.reduce((document, item) => {
    const command = addItem(document, 'picture-frame', item, at)
    return command ? apply(document, command) : document
  }, EMPTY)
}

it('adds frames with and without an item', () => {
  const document = framed('i1', null)
  expect(document.objects.map(({ id, item }) => [id, item])).toEqual([
    ['picture-frame-1', 'i1'],
    ['picture-frame-2', undefined],
  ])
  expect(itemsOf(document)).toEqual(['i1'])
  expect(addItem(EMPTY, 'tree', 'i1', at)).toBeNull()
})

it('changes and removes the item of a frame, and back', () => {
  const document = framed('i1')
  const command = showItem(document, 'picture-frame-1', null)
  if (!command) throw new Error('no command')
  const empty = apply(document, command)
  expect(Object.keys(empty.objects[0] ?? {})).not.toContain('item')
  expect(apply(empty, inverse(command))).toEqual(document)
  expect(showItem(empty, 'picture-frame-1', null)).toBeNull()
  expect(showItem(document, 'picture-frame-1', 'i1')).toBeNull()
})

it('copies a frame without its item, which stands only once', () => {
  const document = framed('i1')
  const command = duplicate(document, ['picture-frame-1'], at)
  if (!command) throw new Error('no command')
  expect(itemsOf(apply(document, command))).toEqual(['i1'])
  expect(parseCopied(textOf(document.objects))?.objects[0]).not.toHaveProperty('item')
})

it('holds 20 items', () => {
  const ids = Array.from({ length: 21 }, (_, n) => `i${n}`)
  const [full, over] = [budgetOf(framed(...ids.slice(1)), () => 0), budgetOf(framed(...ids), () => 0)]
  expect(full.items).toBe(20)
  expect(exceeded(full, over)).toBe('items')
})
