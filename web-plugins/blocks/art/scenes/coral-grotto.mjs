// A village of shells on the floor of the sea.
import { studio } from './studio.mjs'

export function coralGrotto() {
  const size = 44
  const s = studio(96, {
    size,
    ambience: 'sea',
    ground: { kind: 'sand', colour: '#5f9a8a' },
    sky: { hue: 180, hour: 20.6 },
  })
  const c = size / 2
  const middle = [c, 19]
  for (const [angle, radius, scale, colour] of [
    [180, 9.5, 1.4, '#b8864a'],
    [140, 9.8, 1.05, '#b5566a'],
    [220, 9.8, 1.1, '#a5563f'],
    [98, 10.4, 1.2, '#c8943f'],
    [262, 10.4, 1.2, '#8a9a4a'],
    [58, 10.6, 0.9, '#a84f7a'],
    [302, 10.6, 0.95, '#c06a4a'],
  ])
    s.around('shell-house', middle, radius, angle, { turn: 180, scale, colour })
  s.sit('giant-clam', c, 19, { yaw: 0, scale: 1.5, colour: '#a88ad0' })
  for (let i = 0; i < 7; i++)
    s.around('shell-seat', middle, 3.4, 38 + i * 47.5, {
      turn: 180,
      colour: s.pick(['#f0b0a0', '#e8c07a', '#c8a0d8']),
    })
  for (let i = 0; i < 5; i++) s.around('pearl-lamp', middle, 5.2, 36 + i * 72)
  s.put('whale-ribs', c - 11.5, 33, { scale: 1.2, yaw: 130 })
  for (const z of [28, 31, 34, 37])
    for (const side of [-1, 1])
      s.put('anemone', c + side * 3.1, z, { colour: s.pick(['#ff8fb0', '#ffb06a', '#b58fff']) })
  for (const [x, z, y, colour] of [
    [-6, 12, 1.4, '#f0a8d8'],
    [6.5, 13, 2.2, '#f5e6a0'],
    [-9, 21, 2.6, '#a8e8f0'],
    [9.5, 20, 1.8, '#f0a8d8'],
    [-3, 24.5, 3.2, '#d8b0ff'],
    [4.4, 26, 1.6, '#a8e8f0'],
    [-6.5, 29.5, 1, '#f5d6a0'],
    [7, 31.5, 2.2, '#f0a8d8'],
    [0, 7.5, 4.2, '#a8e8f0'],
    [-13, 14, 1, '#f0a8d8'],
    [13.5, 26, 1, '#d8b0ff'],
    [-13.5, 33, 0.4, '#a8e8f0'],
  ])
    s.put('jellyfish', c + x, z, { y, colour, scale: s.between(0.9, 1.35) })
  s.put('fish-school', c + 1.5, 14.5, { y: 1.8 })
  s.put('fish-school', c - 8, 27, { y: 1, colour: '#5f9ab0' })
  s.put('fish-school', c + 11, 35, { y: 0.6, colour: '#e8c05a' })
  s.put('sea-turtle', c + 4.5, 22.5, { y: 0.6, yaw: 240 })
  s.put('sea-turtle', c - 11, 9.5, { y: 2, yaw: 70 })
  s.put('treasure-chest', c + 12.6, 12.4, { yaw: 230 })
  s.put('signpost', c + 2.8, 27, { yaw: 190 })
  for (const [x, z] of [
    [3, 4],
    [9, 2.6],
    [16, 3],
    [27, 2.6],
    [35, 3],
    [41, 5],
    [2.6, 12],
    [41.6, 13],
    [2.4, 21],
    [42, 22],
    [3, 30],
    [41.4, 31],
    [4, 39],
    [11, 41.6],
    [33, 41.4],
    [40, 39.6],
  ])
    s.put('boulder', x, z, {
      scale: s.between(1.3, 2.2),
      yaw: s.between(0, 360),
      colour: s.pick(['#3f6a70', '#4a5f7a', '#3a7268']),
    })
  const open = (x, z) => Math.hypot(x - c, z - 19) > 6.6 && Math.abs(x - c) > 4.4
  const edge = (x, z) => Math.min(x, z, size - x, size - z) < 9 && Math.abs(x - c) > 4.5
  s.keep([16, 37.4], [28, 37.4])
  s.scatter(
    ['coral-branch', 'coral-fan', 'coral-tubes', 'coral-brain', 'coral-table', 'sponge'],
    58,
    open,
    1.9,
  )
  s.scatter(['kelp'], 14, edge, 1.9)
  s.scatter(['seagrass', 'starfish', 'shell', 'seagrass', 'rock'], 34, open, 1.1)
  s.scatter(['bubbles'], 6, open, 3)
  s.spawn([c, 36.4, 180], [c - 1.1, 37, 180], [c + 1.1, 37, 180], [c, 38.6, 180])
  s.write('coral-grotto')
}
