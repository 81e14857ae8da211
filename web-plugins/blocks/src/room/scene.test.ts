import { expect, it } from 'vitest'
import { lampsOf, NotAScene, parseScene } from './scene'

it('refuses what is no scene of this format', () => {
  for (const document of [null, [], 'x', {}, { format: 2 }])
    expect(() => parseScene(document)).toThrow(NotAScene)
})

it('sets bad objects aside and keeps the rest', () => {
  const { scene, quarantined } = parseScene({
    format: 1,
    objects: [
      ['a', 'lantern', [5, 0, 5], 90, 1, '#ff0000'],
      ['b', 'spaceship', [5, 0, 5]],
      ['a', 'tree', [6, 0, 6]],
      ['c', 'tree', [900, 0, 6]],
      ['d', 'tree', [Number.NaN, 0, 6]],
      'rubbish',
      ['e', 'bush', [7, 0, 7], 0, 'large'],
      ['f', 'bush', [7, 0, 7]],
    ],
    links: [
      { at: [1, 0, 1, 0], to: 'https://evil.example', title: { ko: 'a', en: 'b' } },
      { at: [1, 0, 1, 0], to: '//evil.example', title: { ko: 'a', en: 'b' } },
      { at: [1, 0, 1, 0], to: '/agora/garden', title: { ko: '정원', en: 'Garden' } },
    ],
  })
  expect(scene.objects.map(({ id }) => id)).toEqual(['a', 'f'])
  expect(quarantined.map(({ where }) => where)).toEqual([
    'objects[1]',
    'objects[2]',
    'objects[3]',
    'objects[4]',
    'objects[5]',
    'objects[6]',
    'links[0]',
    'links[1]',
  ])
  expect(scene.objects[0]?.yaw).toBeCloseTo(Math.PI / 2)
  expect(scene.links).toHaveLength(1)
  expect(scene.spawns).toHaveLength(1)
  expect(lampsOf(scene)[0]?.at[1]).toBeCloseTo(2.35)
})

it('never throws on rubbish fields', () => {
  for (const rubbish of [null, 7, 'x', {}, [[]], [null], [{ at: 3 }]]) {
    const { scene } = parseScene({
      ...{ format: 1, objects: rubbish, spawns: rubbish, seats: rubbish, links: rubbish, lights: rubbish },
    })
    expect(scene.spawns.length).toBeGreaterThan(0)
  }
})
