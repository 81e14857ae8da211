import { describe, expect, it } from 'vitest'
import { World } from './collision'
import { lampsOf, NotAScene, parseScene, pathOf } from './scene'

it('refuses what is no scene of this format', () => {
  for (const document of [null, [], 'x', {}, { format: 2 }])
    expect(() => parseScene(document)).toThrow(NotAScene)
})

const thing = (id: string, kind: string, x: number, more: object = {}) => ({
  ...{ id, kind, position: { x, y: 0, z: 5 }, yaw: 0, scale: 1, colour: '#ff0000' },
  ...more,
})

it('sets bad objects aside and keeps the rest', () => {
  const { scene, quarantined } = parseScene({
    format: 1,
    objects: [
      thing('a', 'lantern', 5, { yaw: 90 }),
      thing('b', 'spaceship', 5),
      thing('a', 'tree', 6),
      thing('c', 'tree', 900),
      thing('d', 'tree', Number.NaN),
      'rubbish',
      thing('e', 'bush', 7, { scale: 'large' }),
      thing('f', 'bush', 7),
    ],
    links: [{ id: 'l', position: { x: 1, y: 0, z: 1 }, yaw: 0 }, null],
  })
  expect(scene.objects.map(({ id }) => id)).toEqual(['a', 'f'])
  const where = [1, 2, 3, 4, 5, 6].map((index) => `objects[${index}]`)
  expect(quarantined.map((one) => one.where)).toEqual([...where, 'links[0]', 'links[1]'])
  expect(scene.objects[0]?.yaw).toBeCloseTo(Math.PI / 2)
  expect(scene.spawns).toHaveLength(1)
  expect(lampsOf(scene)[0]?.at[1]).toBeCloseTo(2.35)
})

it('draws a door for each link, and knows where it leads', () => {
  const title = { ko: '정원', en: 'Garden' }
  const link = (id: string, blockId: string) => ({ id, position: { x: 1, y: 0, z: 1 }, yaw: 0, blockId })
  const { scene } = parseScene({ format: 1, links: [link('one', 'b1'), link('two', 'gone')] }, [
    { blockId: 'b1', worldName: 'agora', blockName: 'garden', title },
  ])
  expect(scene.objects.map(({ kind }) => kind)).toEqual(['door', 'door'])
  expect(scene.links.map(({ target }) => target && pathOf(target))).toEqual(['/agora/garden', null])
})

it('never throws on rubbish fields', () => {
  for (const rubbish of [null, 7, 'x', {}, [[]], [null], [{ position: 3 }]]) {
    const lists = { objects: rubbish, spawnPoints: rubbish, seats: rubbish, links: rubbish, lights: rubbish }
    const { scene } = parseScene({ format: 1, size: rubbish, seed: rubbish, ...lists })
    expect(scene.spawns.length).toBeGreaterThan(0)
  }
})

describe('uploaded models', () => {
  const model = {
    fileId: 'f1',
    name: '석탑',
    credit: '',
    size: { x: 2, y: 3, z: 1 },
    triangles: 90,
    draws: 1,
  }
  const statue = (id: string, more: object) => ({
    ...{ id, kind: 'model', position: { x: 5, y: 0, z: 5 }, yaw: 90, scale: 2, colour: '#808080' },
    ...more,
  })
  const objects = [
    statue('a', { model }),
    statue('b', { model: { ...model, fileId: 'gone' } }),
    statue('c', { model: null }),
    statue('d', {}),
    statue('e', { model: { ...model, size: { x: 'wide', y: 1, z: 1 } } }),
  ]
  const { scene, quarantined } = parseScene(
    { format: 1, size: 20, objects },
    [],
    [{ fileId: 'f1', url: '/files/f1' }],
  )

  it('have the address of their file, and none if it is gone', () => {
    expect(scene.objects.map((one) => one.model?.url)).toEqual(['/files/f1', null])
    expect(quarantined.map(({ where }) => where)).toEqual(['objects[2]', 'objects[3]', 'objects[4]'])
  })

  it('block the way as boxes, in their size and direction', () => {
    const world = World.of(scene)
    // 4 m wide and 2 m deep, turned by a quarter.
    expect(world.isFree(6.3, 5, 0.2, 0, 1)).toBe(true)
    expect(world.isFree(5, 6.8, 0.2, 0, 1)).toBe(false)
    expect(world.floor(5, 5, 7, 0.1)).toBe(6)
  })
})
