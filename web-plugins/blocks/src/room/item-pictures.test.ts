import { describe, expect, it } from 'vitest'
import { distanceTo, hasItem, type ItemObject, objectAt, sheetFor, squaresOf } from './item-pictures'
import { parseScene, type SceneItem } from './scene'

const cat: SceneItem = {
  itemId: 'i1',
  name: { ko: '달고양이', en: 'Moon Cat' },
  thumbnailUrl: '/assets/cat.svg',
  owner: { userId: 'p1', nickname: 'mina', thumbnail: null },
  isPlaced: true,
}

const object = (kind: string, yaw = 0, more: Record<string, unknown> = {}) => ({
  ...{ id: `${kind}-1`, kind, position: { x: 10, y: 0, z: 10 }, yaw, scale: 1, colour: '#8a5a3c' },
  ...more,
})

function parsed(...objects: unknown[]) {
  const document = {
    ...{
      format: 1,
      seed: 1,
      size: 32,
      ground: { kind: 'wood', colour: '#5b5772' },
      sky: { hue: 1, hour: 12 },
    },
    ...{ objects, spawnPoints: [], seats: [], links: [], lights: [] },
  }
  return parseScene(document, [], [], [cat]).scene.objects
}

const one = (kind: string, yaw = 0) =>
  parsed(object(kind, yaw, { item: 'i1' })).filter(hasItem) as ItemObject[]

describe('items of a scene', () => {
  it('are shown by frames and stands, and only if the server names them', () => {
    expect(one('picture-frame')[0]?.item).toEqual(cat)
    expect(one('item-stand')).toHaveLength(1)
    expect(one('tree')).toHaveLength(0)
    expect(parsed(object('picture-frame', 0, { item: 'taken-down' })).filter(hasItem)).toHaveLength(0)
    expect(parsed(object('picture-frame')).filter(hasItem)).toHaveLength(0)
  })
})

describe('the picture of an item', () => {
  it('is met from its front only, and within its edges', () => {
    const [square] = squaresOf(one('picture-frame')[0] as ItemObject)
    if (!square) throw new Error('no square')
    expect(distanceTo(square, [10, 1.6, 13.115], [0, 0, -1])).toBeCloseTo(3)
    expect(distanceTo(square, [10.49, 1.2, 13.115], [0, 0, -1])).toBeCloseTo(3)
    expect(distanceTo(square, [10.51, 1.6, 13.115], [0, 0, -1])).toBeNull()
    expect(distanceTo(square, [10, 1.6, 7], [0, 0, 1])).toBeNull()
    expect(distanceTo(square, [10, 1.6, 9], [0, 0, -1])).toBeNull()
  })

  it('turns with its object', () => {
    const [hit] = [objectAt(one('picture-frame', 90), [14.115, 1.6, 10], [-1, 0, 0])]
    expect(hit?.object.id).toBe('picture-frame-1')
    expect(hit?.distance).toBeCloseTo(4)
    expect(objectAt(one('picture-frame', 90), [10, 1.6, 14], [0, 0, -1])).toBeNull()
  })

  it('is on both sides of a stand', () => {
    for (const side of [1, -1]) {
      const hit = objectAt(one('item-stand'), [10, 1.44, 10 + side * 3.055], [0, 0, -side])
      expect(hit?.distance).toBeCloseTo(3)
    }
  })
})

it('lays pictures out on a sheet that is nearly square', () => {
  expect(sheetFor(1)).toEqual({ columns: 1, rows: 1 })
  expect(sheetFor(2)).toEqual({ columns: 2, rows: 1 })
  expect(sheetFor(20)).toEqual({ columns: 5, rows: 4 })
})
