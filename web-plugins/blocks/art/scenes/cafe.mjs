// A small café in the evening.
import { studio } from './studio.mjs'

export function cafe() {
  const size = 22
  const s = studio(33, {
    ambience: 'cafe',
    size,
    ground: { kind: 'wood', colour: '#8a5f45' },
    sky: { hue: 275, hour: 19.6 },
  })
  const c = size / 2
  for (const x of [5, 9, 13, 17])
    s.put(
      x === 9 || x === 13 ? 'wall' : 'window-wall',
      x,
      3,
      x === 9 || x === 13 ? { colour: '#c4a58a' } : {},
    )
  for (const z of [5, 9, 13]) {
    s.put(z === 9 ? 'window-wall' : 'wall', 3, z, { yaw: 90, ...(z === 9 ? {} : { colour: '#c4a58a' }) })
    s.put(z === 9 ? 'window-wall' : 'wall', 19, z, { yaw: -90, ...(z === 9 ? {} : { colour: '#c4a58a' }) })
  }
  s.put('counter', c - 1.6, 6, {})
  s.put('counter', c + 1.5, 6, {})
  for (const x of [-3.2, -1.6, 1.6, 3.2]) s.put('shelf', c + x, 3.45)
  for (const x of [-2.4, -1.2, 0, 1.2, 2.4]) {
    s.put('stool', c + x, 7.1)
    s.seat(c + x, 7.1, 180, 0.18)
  }
  s.put('neon', c, 3.16, { scale: 0.8, colour: '#ff7a9c' })
  s.put('rug', c - 3.6, 11.6, { scale: 1.15, colour: '#8e4a63' })
  s.put('rug', c + 3.9, 11.6, { scale: 1.15, colour: '#4d5f8e' })
  for (const [x, z, colour] of [
    [-3.6, 11.6, '#b56f4a'],
    [3.9, 11.6, '#b56f4a'],
    [-4.2, 15.6, '#7a8f6a'],
    [0.1, 14.4, '#b56f4a'],
    [4.3, 15.8, '#7a8f6a'],
  ]) {
    s.put('cafe-table', c + x, z)
    s.chair(c + x, z - 0.85, 0, colour)
    s.chair(c + x, z + 0.85, 180, colour)
  }
  s.put('sofa', 4, 11.4, { yaw: 90, colour: '#9a5566' })
  for (const z of [11, 11.8]) s.seat(4, z, 90, 0.02)
  s.put('floor-lamp', 4, 13.1)
  s.put('floor-lamp', 18.2, 10.7)
  for (const x of [-3.4, 3.4]) for (const z of [9.4, 13.2]) s.put('string-lights', c + x, z, { yaw: 0 })
  for (const [x, z] of [
    [-6, 7],
    [6, 7],
    [-2, 10.2],
    [2, 10.2],
  ])
    s.put('paper-lantern', c + x, z, { colour: '#ffc07a' })
  s.put('menu-board', c + 1.9, 17.4, { yaw: 15 })
  s.put('sign', c - 2.6, 18.2, { yaw: 0 })
  for (const x of [4.4, 6.4, 15.6, 17.6]) s.put('planter', x, 17.9, { yaw: 180 })
  for (const [x, z] of [
    [3.9, 4.2],
    [18.1, 4.2],
    [18, 14],
  ])
    s.put('bamboo', x, z, { scale: 0.62 })
  for (const x of [2, 20]) s.put('lantern', x, 18.6)
  s.put('tree', 1.8, 20.4, { scale: 0.9, colour: '#c9784a' })
  s.put('cherry', 20.2, 20.6, { scale: 0.85 })
  s.bench(6, 20.4, 0)
  s.bench(16, 20.4, 0)
  s.put('bush', 1.4, 14)
  s.put('bush', 20.6, 12)
  s.keep([19.6, 16.4])
  s.scatter(['flowers', 'grass'], 16, (x) => x < 2.4 || x > 19.6, 0.9)
  s.spawn([c, 19.6, 180], [c - 1, 19.8, 180], [c + 1, 19.8, 180])
  s.write('cafe')
}
