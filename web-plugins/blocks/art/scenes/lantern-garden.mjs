// A garden with lanterns, ponds and a pavilion.
import { studio } from './studio.mjs'

export function lanternGarden() {
  const size = 44
  const s = studio(20, {
    ambience: 'garden',
    size,
    ground: { kind: 'grass', colour: '#3f6b52' },
    sky: { hue: 262 },
  })
  const c = size / 2
  for (const [z, tilt] of [
    [37, 0],
    [31.5, 0],
  ])
    s.put('arch', c, z, { yaw: tilt })
  for (let z = 40; z > 27; z -= 1.05)
    for (const x of [-0.55, 0.55]) s.put('stepping', c + x + s.between(-0.12, 0.12), z)
  for (const z of [39, 34.5, 29]) for (const x of [-2.4, 2.4]) s.put('stone-lantern', c + x, z)
  s.put('pavilion', c, 11)
  for (let z = 15.2; z < 19; z += 1.05) s.put('stepping', c, z)
  s.put('pond', c - 8.5, 20, { scale: 1.7 })
  s.put('pond', c + 9.5, 24, { scale: 1.15 })
  // A round place in the middle, with lanterns around it.
  for (let i = 0; i < 30; i++) {
    const [a, r] = [(i / 30) * Math.PI * 2, i % 2 ? 3.1 : 2.1]
    s.put('stepping', c + Math.sin(a) * r, 22.5 + Math.cos(a) * r, { scale: 1.1 })
  }
  for (let i = 0; i < 6; i++) {
    const a = ((i + 0.5) / 6) * Math.PI * 2
    s.put('lantern', c + Math.sin(a) * 5, 22.5 + Math.cos(a) * 5)
  }
  s.bench(c - 4.2, 27, 155)
  s.bench(c + 4.2, 27, 205)
  s.bench(c - 4.3, 18, 30)
  s.bench(c + 4.3, 18, -30)
  for (const [x, z] of [
    [-11, 27],
    [-12.5, 14],
    [11.5, 16],
    [12, 30],
    [-5.5, 32],
    [6.5, 33],
    [-5, 8],
    [6.5, 6.5],
  ])
    s.put('cherry', c + x, z, {
      yaw: s.between(0, 360),
      scale: s.between(1.05, 1.35),
      colour: s.pick(['#e79fc0', '#f0b5cd', '#d98ab3']),
    })
  for (let i = 0; i < 10; i++)
    s.put('paper-lantern', c + (i % 2 ? 2.6 : -2.6), 29 + Math.floor(i / 2) * 2.3, {
      yaw: i % 2 ? 20 : 160,
      colour: i % 4 < 2 ? '#ff8a6b' : '#ffb05e',
    })
  s.put('stall', c + 13.5, 21.5, { yaw: -90 })
  s.put('stall', c - 14, 22.5, { yaw: 90, colour: '#5a6fc4' })
  s.put('sign', c + 3.2, 40.5, { yaw: 0 })
  for (const x of [-1, 1]) s.put('banner', c + x * 3.4, 37.3, { yaw: x < 0 ? 180 : 0, colour: '#6a55c9' })
  const edge = (x, z) => Math.min(x, z, size - x, size - z) < 4.5 && !(Math.abs(x - c) < 3 && z > 30)
  s.keep([27.4, 38.4])
  s.scatter(['pine', 'tree', 'pine', 'bamboo'], 38, edge, 2)
  const open = (x, z) => Math.abs(x - c) > 2 && Math.hypot(x - c, z - 22.5) > 5.6
  s.scatter(['bush', 'rock', 'flowers'], 34, open, 1.7)
  s.scatter(['grass', 'grass', 'flowers'], 40, open, 1.1)
  s.spawn([c, 40.5, 180], [c - 1.2, 39.8, 180], [c + 1.2, 39.8, 180], [c, 38.6, 180])
  for (const [x, z] of [
    [-0.9, 10],
    [0.9, 10],
  ]) {
    s.put('cafe-table', c + x * 1.5, z + 0.8, { y: 0.32, scale: 0.8 })
  }
  s.write('lantern-garden')
}
