// A temple that sank, with a ship beside it.
import { studio } from './studio.mjs'

export function sunkenRuin() {
  const size = 42
  const s = studio(107, {
    size,
    ambience: 'sea',
    ground: { kind: 'sand', colour: '#547f8c' },
    sky: { hue: 194, hour: 20.4 },
  })
  const c = size / 2
  for (const z of [33, 28, 23])
    s.put('stone-arch', c, z, { scale: 1.25, colour: '#7f95a0', yaw: s.between(-4, 4) })
  for (let z = 36; z > 17; z -= 2.1)
    for (const x of [-1, 1]) s.put('paving', c + x, z, { colour: '#8fa3a6', yaw: s.between(-8, 8) })
  s.put('platform', c, 12, { scale: 1.9, colour: '#7f96a2', y: 0, yaw: 0 })
  s.put('statue', c, 10.4, { y: 0.55, scale: 1.5, colour: '#8fb0a8' })
  for (const x of [-2.6, 2.6]) s.put('pearl-lamp', c + x, 14.8, { y: 0.56 })
  for (const [x, z, kind] of [
    [-5, 9, 'column'],
    [5, 9, 'column'],
    [-5, 13.6, 'broken-column'],
    [5, 13.6, 'column'],
    [-5, 18, 'column'],
    [5, 18, 'broken-column'],
    [-7.4, 23, 'broken-column'],
    [7.6, 24.5, 'column'],
  ])
    s.put(kind, c + x, z, { colour: '#93a9ac', yaw: s.between(0, 360) })
  for (const [x, z, yaw] of [
    [0, 6.6, 0],
    [-8.5, 7.4, 30],
    [8.5, 7.4, -30],
    [-10, 17, 90],
    [11, 31, 60],
    [-11, 33, 110],
  ])
    s.put('ruined-wall', c + x, z, { yaw, scale: 1.3, colour: '#738a92' })
  s.put('shipwreck', c + 11.2, 18.4, { yaw: 60, scale: 1.35 })
  s.put('anchor', c + 7.2, 21.2, { yaw: 30, scale: 1.2 })
  s.put('treasure-chest', c + 7.4, 16, { yaw: 250 })
  s.put('treasure-chest', c - 2.2, 12, { y: 0.56, yaw: 40 })
  for (const [x, z] of [
    [-3.4, 14.9],
    [-7, 14],
    [-6.6, 14.9],
    [8, 13.4],
    [-9, 26],
  ])
    s.put('amphora', c + x, z, {
      scale: s.between(0.9, 1.4),
      colour: s.pick(['#b9734a', '#8f6f5a', '#a8845a']),
    })
  for (const angle of [40, 100, 160, 220, 280, 330])
    s.around('stone-tier', [c - 10, 24.4 - 1], 3.3, angle, { turn: 180, colour: '#7f95a0' })
  s.put('hologram', c - 10, 23.4, { colour: '#7fe8d0', scale: 0.9 })
  s.sit('giant-clam', c + 6.4, 29, { yaw: 220, scale: 1.2 })
  s.sit('giant-clam', c - 4.6, 31.4, { yaw: 110 })
  for (const [x, z, y, colour] of [
    [-4, 26.5, 2, '#a8e8f0'],
    [4.4, 20.6, 2.8, '#b8c8ff'],
    [-8, 12, 3, '#a8f0d8'],
    [0.4, 16, 4.4, '#a8e8f0'],
    [8.6, 11, 2.6, '#d8b0ff'],
    [11, 26, 1.4, '#a8f0d8'],
    [-12.4, 28, 1.8, '#b8c8ff'],
    [-3, 36.5, 1, '#a8e8f0'],
    [4.6, 34, 2, '#f0b8d8'],
  ])
    s.put('jellyfish', c + x, z, { y, colour, scale: s.between(0.9, 1.3) })
  s.put('fish-school', c - 1, 20, { y: 2.4, colour: '#8fb8c8' })
  s.put('fish-school', c + 11, 20, { y: 2.8, colour: '#e0a05a' })
  s.put('sea-turtle', c - 5, 20.6, { y: 1.6, yaw: 40 })
  s.put('obelisk', c - 13, 10, { colour: '#7a8fa0' })
  s.put('obelisk', c + 14.4, 36 - 2, { colour: '#7a8fa0', yaw: 30 })
  for (const [x, z] of [
    [2.6, 3],
    [10, 2.4],
    [21, 2],
    [32, 2.6],
    [39.4, 4],
    [2.2, 13],
    [39.8, 11],
    [2.4, 34],
    [39.4, 27],
    [39.6, 38],
    [6, 39.6],
    [34, 39.8],
  ])
    s.put('boulder', x, z, {
      scale: s.between(1.3, 2.1),
      yaw: s.between(0, 360),
      colour: s.pick(['#3f5f70', '#46587a', '#3a6a70']),
    })
  const open = (x, z) => Math.abs(x - c) > 3.4 && Math.hypot(x - c + 10, z - 23.4) > 5
  s.keep([16.4, 38])
  s.scatter(
    ['kelp', 'kelp', 'coral-fan', 'coral-branch'],
    44,
    (x, z) => open(x, z) && Math.min(x, z, size - x, size - z) < 11,
    1.8,
  )
  s.scatter(['seagrass', 'rock', 'starfish', 'shell', 'coral-brain', 'coral-tubes', 'anemone'], 50, open, 1.3)
  s.scatter(['bubbles'], 7, open, 3)
  s.spawn([c, 36.6, 180], [c - 1.1, 37.2, 180], [c + 1.1, 37.2, 180], [c, 38.8, 180])
  for (const [x, y, z] of [
    [21, 4, 11],
    [21, 3.4, 25.5],
    [21, 3.4, 30.5],
    [11, 3, 23.4],
    [31, 3.4, 20],
    [27, 3, 30],
  ])
    s.light(x, y, z, '#8fe8dc', 11, 1.2)
  s.write('sunken-ruin')
}
