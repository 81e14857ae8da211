// A roof above the city at night.
import { studio } from './studio.mjs'

export function rooftop() {
  const size = 30
  const s = studio(7, {
    ambience: 'city',
    size,
    ground: { kind: 'concrete', colour: '#6a6786' },
    sky: { hue: 244, hour: 21.5 },
  })
  const c = size / 2
  for (let i = 1; i < size; i += 2) {
    s.put('rail', i, 0.6)
    s.put('rail', i, size - 0.6)
    s.put('rail', 0.6, i, { yaw: 90 })
    s.put('rail', size - 0.6, i, { yaw: 90 })
  }
  s.put('water-tank', 25, 5)
  for (const [x, z, yaw] of [
    [5, 4, 0],
    [7.4, 4, 0],
    [26.5, 12, -90],
    [26.5, 14.5, -90],
  ])
    s.put('vent', x, z, { yaw })
  s.put('wall', 14, 3, { colour: '#6f6a8c' })
  s.put('wall', 18, 3, { colour: '#6f6a8c' })
  s.put('neon', 14, 3.2, { scale: 1 })
  s.put('window-wall', 10, 3, { colour: '#6f6a8c' })
  s.put('stage', c + 1, 6.6)
  s.put('floor-lamp', c - 2.3, 5.2)
  s.put('rug', c, 16, { scale: 1.6, colour: '#6d4f9a' })
  for (const [x, z, yaw] of [
    [-3.2, 16, 90],
    [3.2, 16, -90],
    [0, 18.7, 180],
  ]) {
    s.put('sofa', c + x, z, { yaw, colour: s.pick(['#6d5aa8', '#a85a74', '#4d6f9c']) })
    const angle = (yaw * Math.PI) / 180
    for (const side of [-0.42, 0.42])
      s.seat(c + x + Math.cos(angle) * side, z - Math.sin(angle) * side, yaw, 0.02)
  }
  s.put('table', c, 16, { scale: 0.75 })
  for (const x of [-0.3, 0.3]) s.put('candle', c + x, 16.1, { y: 0.58 })
  for (const z of [12.6, 16, 19.5]) for (const x of [-3.4, 3.4]) s.put('string-lights', c + x, z)
  for (const x of [-6.5, 0, 6.5])
    for (const z of [12.6, 19.5]) s.put('banner', c + x, z, { yaw: 90, scale: 1.05, colour: '#54469c' })
  s.put('counter', 5, 17, { yaw: 90, colour: '#5b4a68' })
  for (const z of [16, 17, 18]) {
    s.put('stool', 6.2, z)
    s.seat(6.2, z, -90, 0.18)
  }
  s.put('shelf', 3.6, 17, { yaw: 90 })
  s.put('menu-board', 6.4, 20.2, { yaw: 60 })
  for (const [x, z] of [
    [2, 8],
    [2, 10],
    [2, 24],
    [2, 26],
    [9, 28],
    [12, 28],
    [18, 28],
    [21, 28],
    [28, 20],
    [28, 22.5],
    [28, 25],
  ])
    s.put('planter', x, z, {
      yaw: x === 2 ? 90 : x === 28 ? -90 : 180,
      colour: s.pick(['#c07a55', '#8a6f9a', '#5f7f8d']),
    })
  for (const [x, z] of [
    [2.2, 2.2],
    [27.8, 27.8],
    [2.2, 27.8],
    [22.5, 26.5],
  ])
    s.put('tree', x, z, {
      scale: 0.8,
      yaw: s.between(0, 360),
      colour: s.pick(['#4b8a68', '#5a9a5f', '#c58a54']),
    })
  s.bench(9, 26, 0)
  s.bench(21, 25.5, 0)
  // A corner for games and one to look at the stars.
  s.put('rug', 23, 21.6, { colour: '#4d6f9c' })
  s.put('low-table', 23, 21.6)
  s.put('tea-set', 23, 21.6, { y: 0.35 })
  for (const [x, z, yaw] of [
    [21.7, 21.6, 90],
    [24.3, 21.6, -90],
    [23, 22.9, 180],
  ])
    s.sit('floor-cushion', x, z, { yaw, colour: s.pick(['#c56a8a', '#e0a24f', '#5f8fae']) })
  s.put('telescope', 6.4, 8.4, { yaw: 210 })
  s.put('lantern', 25.6, 22.6)
  s.put('lantern', 7, 24)
  s.put('lantern', 22.5, 9)
  for (const [x, z] of [
    [24.5, 17.5],
    [22.5, 18.5],
    [24, 19.5],
  ])
    s.put('crate', x, z, { yaw: s.between(0, 90), scale: s.between(0.9, 1.2) })
  s.scatter(['candle', 'garden-light'], 16, (x, z) => Math.hypot(x - c, z - 16) > 5 && z > 8, 2)
  s.spawn([c, 26.5, 180], [c - 1.5, 26, 180], [c + 1.5, 26, 180])
  // The city beyond the rails.
  for (let i = 0; i < 15; i++) {
    for (const [x, z] of [
      [1 + i * 2, 0],
      [0, 1 + i * 2],
      [size, 1 + i * 2],
    ])
      s.put('tower', x, z, {
        scale: s.between(0.25, 0.44),
        colour: s.pick(['#3b3760', '#453a70', '#2f3a63']),
        yaw: 0,
      })
  }
  s.write('rooftop')
}
