import { person, renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { en } from '../../locales/en'
import { ko } from '../../locales/ko'
import { type Editor, EditorProvider } from '../context'
import type { SceneDocument } from '../document'
import { sceneItems } from '../scene-items'
import { EditorStore } from '../store'
import { ItemDialog, obstacle } from './ItemDialog'

let leave = async () => undefined as unknown
afterEach(() => leave())

const SCENE: SceneDocument = {
  ...{ format: 1, seed: 3, size: 20 },
  ...{ ground: { kind: 'grass', colour: '#5d9a63' }, sky: { hue: 250, hour: null } },
  ...{ objects: [], spawnPoints: [], seats: [], links: [], lights: [] },
}

const item = (itemId: string, name: string, more: Record<string, unknown> = {}) => ({
  ...{ itemId, name: { ko: name, en: name }, description: { ko: '', en: '' }, type: 'photo' },
  ...{
    thumbnailUrl: `/assets/${itemId}.svg`,
    collection: { collectionId: 'c1', name: { ko: '밤', en: 'Night' } },
  },
  ...{ owner: person('mina'), madeAt: '2026-09-01T00:00:00Z', edition: null, lock: null, used: false },
  ...{ gear: null, media: null, text: null, ...more },
})

const MINE = [
  item('i1', 'Moon Cat'),
  item('i2', 'Lantern', { lock: { by: 'listing', until: null } }),
  item('i3', 'Crown', { lock: { by: 'worn', until: null } }),
  item('i4', 'Tea', { used: true }),
  item('i5', 'Moth', { lock: { by: 'placed', until: null } }),
]

async function open(items = MINE) {
  const onChoose = vi.fn()
  const onEmpty = vi.fn()
  const editor = { store: new EditorStore(SCENE) } as unknown as Editor
  const page = await renderPlugin(
    <EditorProvider value={editor}>
      <ItemDialog onChoose={onChoose} onEmpty={onEmpty} onClose={() => undefined} />
    </EditorProvider>,
    {
      ...{ id: 'blocks', texts: { ko, en } },
      answers: {
        'GET /api/item/inventory/craft/all/all': {
          payload: { items, total: items.length, nextCursor: null },
        },
      },
    },
  )
  leave = page.unmount
  await page.until(() => dialog().includes(items[0]?.name.en ?? 'any items yet'))
  return { page, onChoose, onEmpty }
}

const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find((one) =>
    one.textContent?.includes(name),
  )

it('offers free items, and shows the other use of each other one', async () => {
  const { page, onChoose } = await open()
  for (const [name, use] of [
    ['Lantern', 'For sale on the market'],
    ['Crown', 'Worn by your avatar'],
    ['Tea', 'Used'],
    ['Moth', 'In another block'],
  ] as const) {
    expect(button(name)?.disabled).toBe(true)
    expect(button(name)?.textContent).toContain(use)
  }
  const cat = button('Moon Cat')
  if (!cat) throw new Error('no button')
  await page.click(cat)
  expect(onChoose).toHaveBeenCalledWith('i1')
  expect(sceneItems.get('i1')).toMatchObject({ name: { en: 'Moon Cat' }, isPlaced: false })
})

it('says when there are no items, and lets a frame stay empty', async () => {
  const { page, onEmpty } = await open([])
  expect(dialog()).toContain('You don’t have any items yet.')
  const empty = button('Place it empty')
  if (!empty) throw new Error('no button')
  await page.click(empty)
  expect(onEmpty).toHaveBeenCalledOnce()
})

it('knows why an item cannot stand in a block', () => {
  const locked = (by: string) => ({ itemId: 'i1', used: false, lock: { by, until: null } })
  expect(obstacle({ itemId: 'i1', used: false, lock: null }, [], false)).toBeNull()
  expect(obstacle({ itemId: 'i1', used: false, lock: null }, ['i1'], false)).toBe('here')
  expect(obstacle(locked('placed'), [], true)).toBeNull()
  expect(obstacle(locked('placed'), ['i1'], true)).toBe('here')
  expect(obstacle(locked('placed'), [], false)).toBe('placed')
  expect(obstacle(locked('raffle'), [], false)).toBe('other')
  expect(obstacle({ itemId: 'i1', used: true, lock: null }, [], false)).toBe('used')
})
