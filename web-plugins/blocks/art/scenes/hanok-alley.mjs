// An alley between hanok houses in the rain, with a teahouse at its end.
import { studio } from './studio.mjs'

export function hanokAlley() {
  const size = 46
  const s = studio(52, {
    size,
    ambience: 'rain',
    ground: { kind: 'stone', colour: '#6d6478' },
    sky: { hue: 226 },
  })
  const c = size / 2
  for (let z = 42; z > 10; z -= 2.05)
    for (const x of [-1, 1]) s.put('paving', c + x, z, { colour: '#a8805f' })
  for (const [i, z] of [34, 25.4, 16.8].entries()) {
    for (const side of [-1, 1])
      s.sit('hanok', c + side * 9.2, z, { yaw: side * -90, colour: ['#e3d3b4', '#dcc6a4', '#e8d8bc'][i] })
  }
  s.sit('hanok', c, 5.4, { scale: 1.25, colour: '#ecdcbc' })
  s.put('hanok-gate', c, 40)
  for (const side of [-1, 1]) {
    for (const x of [4.2, 8.2, 12.2, 16.2, 20.2]) s.put('tiled-wall', c + side * x, 40)
    for (let i = 0; i < 8; i++)
      s.put('silk-lantern', c + side * 2.7, 37.2 - i * 3.4, {
        ...{ y: 0.5 + (i % 2) * 0.25, yaw: side < 0 ? 160 : 20 },
      })
    for (let i = 0; i < 4; i++) s.put('stone-lantern', c + side * 3.4, 29.8 - i * 8.6 + (i === 0 ? 0 : 0))
    s.put('banner', c + side * 4.6, 37.8, { yaw: side < 0 ? 180 : 0, colour: '#8a3f48' })
    s.put('persimmon', c + side * 6.6, 11.2, { scale: 1.1 })
    s.put('bamboo', c + side * 5.4, 21.2, { scale: 0.7 })
    s.put('bamboo', c + side * 5.6, 29.9, { scale: 0.75 })
    for (const z of [8, 13, 21, 29.5, 37])
      s.put('maple', c + side * s.between(14.6, 18), z, {
        scale: s.between(1, 1.35),
        colour: s.pick(['#c8553d', '#b8443f', '#d88a3f']),
      })
  }
  s.put('jars', c - 5.6, 31.2)
  s.put('jars', c + 5.9, 22.4)
  s.put('jars', c + 5.5, 38.2, { scale: 1.1 })
  s.put('well', c - 5.2, 38)
  for (const [x, z] of [
    [-2.9, 13],
    [2.9, 13],
  ]) {
    s.sit('daybed', c + x * 1.3, z, { yaw: 90 })
    s.put('tea-set', c + x * 1.3, z, { y: 0.43 })
  }
  s.put('hanging-sign', c - 3.4, 10, { colour: '#5a3f30' })
  s.put('menu-board', c + 2.2, 10.6, { yaw: -15 })
  for (const x of [-1.2, 1.2])
    s.sit('floor-cushion', c + x, 11.3, { yaw: 180, colour: x < 0 ? '#b65f74' : '#5f7fae' })
  s.put('low-table', c, 11.1)
  s.put('tea-set', c, 11.1, { y: 0.35 })
  s.put('scroll', c - 3.1, 6.9, { y: 0.2 })
  s.keep([18.8, 43.2], [27.2, 43.2])
  s.scatter(['bush', 'fern', 'rock', 'bush'], 30, (x, z) => Math.abs(x - c) > 13 && z < 39, 1.5)
  s.scatter(
    ['lotus-lantern'],
    8,
    (x, z) => Math.abs(x - c) > 3 && Math.abs(x - c) < 5.2 && z < 36 && z > 12,
    2.4,
  )
  s.spawn([c, 33.4, 180], [c - 1, 34, 180], [c + 1, 34, 180], [c, 32, 180])
  s.write('hanok-alley')
}
