// The courtyard of a hanok in the snow, with a fire to sit at.
import { studio } from './studio.mjs'

export function hanokCourtyard() {
  const size = 36
  const s = studio(63, {
    size,
    ambience: 'winter',
    ground: { kind: 'snow', colour: '#c3cfe2' },
    sky: { hue: 224 },
  })
  const c = size / 2
  s.sit('hanok', c, 7.4, { scale: 1.3 })
  s.sit('hanok', c - 11, 17, { yaw: 90, colour: '#dcc6a4' })
  s.sit('hanok', c + 11, 17, { yaw: -90, colour: '#e8d8bc' })
  s.put('hanok-gate', c, 28.4)
  for (const side of [-1, 1]) {
    for (const x of [4.2, 8.2, 12.2]) s.put('tiled-wall', c + side * x, 28.4)
    for (const z of [26.4, 22.8]) s.put('tiled-wall', c + side * 15.2, z, { yaw: 90 })
    s.put('stone-lantern', c + side * 3, 24.6)
    s.put('stone-lantern', c + side * 4.6, 12.6)
    const yaw = side < 0 ? 180 : 0
    s.put('silk-lantern', c + side * 3.2, 26.6, { y: 0.3, yaw })
    s.put('silk-lantern', c + side * 5.4, 11.8, { y: 0.2, yaw })
    s.put('silk-lantern', c + side * 7, 14, { y: 0.1, yaw })
    s.put('garden-light', c + side * 1.8, 30.6)
  }
  for (let z = 27.4; z > 12; z -= 1.15)
    s.put('stepping', c + s.between(-0.25, 0.25), z, { colour: '#8f8b9e' })
  s.put('campfire', c - 4.4, 19)
  for (const angle of [20, 110, 200, 290]) s.around('log-seat', [c - 4.4, 19], 1.9, angle, { turn: 180 })
  s.put('persimmon', c + 5.4, 21, { scale: 1.35 })
  s.sit('daybed', c + 5.2, 16.4, { yaw: 20 })
  s.put('tea-set', c + 5.2, 16.4, { y: 0.43 })
  s.put('snowman', c + 2.6, 22.6, { yaw: 200 })
  s.put('snowman', c + 3.6, 23, { yaw: 190, scale: 0.7 })
  s.put('jars', c - 7.4, 24.4, { scale: 1.2 })
  s.put('jars', c - 9, 25.2)
  s.put('jars', c - 7.6, 26, { scale: 0.85 })
  s.put('well', c + 9, 25)
  s.put('barrel', c + 7, 26.2)
  s.put('chest', c + 7.2, 12.4, { yaw: -90 })
  s.put('screen', c - 4.6, 11.8, { yaw: 20 })
  for (let i = 0; i < 9; i++) s.put('lotus-lantern', c + s.between(-8, 8), s.between(13, 26.5))
  for (const [x, z] of [
    [3, 3],
    [7, 2.4],
    [29, 2.6],
    [33, 4],
    [3, 9],
    [33, 9.6],
    [2.4, 30.5],
    [6.5, 32],
    [29, 31.5],
    [33.4, 30.6],
    [2, 22],
    [34, 22],
    [11, 33],
    [25, 33.4],
  ])
    s.put('snowy-pine', x, z, { scale: s.between(1.05, 1.5), yaw: s.between(0, 360) })
  s.keep([22.4, 31.4])
  s.scatter(['snow-pile', 'rock', 'reeds'], 26, (x, z) => Math.abs(x - c) > 2.4 && (z < 11 || z > 22), 1.7)
  s.spawn([c, 30.8, 180], [c - 1.1, 31.2, 180], [c + 1.1, 31.2, 180], [c, 26, 180])
  s.write('hanok-courtyard')
}
