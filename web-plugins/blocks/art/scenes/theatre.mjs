// An open theatre at dusk: columns in a half circle around a bowl of fire.
import { studio } from './studio.mjs'

export function theatre() {
  const size = 48
  const s = studio(41, {
    size,
    ambience: 'fire',
    ground: { kind: 'stone', colour: '#75639a' },
    sky: { hue: 286, hour: 19.8 },
  })
  const [x0, z0] = [size / 2, 21]
  const middle = [x0, z0]
  s.put('round-platform', x0, z0, { scale: 1.2, colour: '#a98fc4' })
  s.put('fire-bowl', x0, z0, { y: 0.3 })
  for (let i = 0; i < 8; i++) s.around('lotus-lantern', middle, 2.9, i * 45 + 22.5, { y: 0.3 })
  // Two rows of stone seats; the ways from the south and to the north stay open.
  for (const [radius, angles] of [
    [7.4, [40, 68, 96, 124]],
    [10, [34, 55, 76, 97, 118]],
  ]) {
    for (const angle of angles) {
      for (const side of [-1, 1])
        s.around('stone-tier', middle, radius, side * angle, { turn: 180, colour: '#8f7fb4' })
    }
  }
  for (let i = 0; i <= 14; i++) {
    const angle = 90 + (i / 14) * 180
    s.around('column', middle, 14.2, angle, { colour: '#d3c2dc' })
    if (i < 14) s.around('entablature', middle, 14.25, angle + 90 / 14, { colour: '#c9b4d6' })
    if (i % 2) s.around('garden-light', middle, 13, angle)
    if (i % 2 === 0) s.around('cypress', middle, 17.4, angle + 4, { scale: 1.15 })
  }
  for (const angle of [128, 180, 232]) s.around('torch', middle, 12.4, angle)
  for (const side of [-1, 1]) {
    for (const z of [30, 34.5, 39]) s.put('stone-lantern', x0 + side * 3.2, z, { colour: '#a79bc0' })
    s.put('banner', x0 + side * 4.2, 41.5, { yaw: side < 0 ? 180 : 0, colour: '#7a55c9' })
    s.put('statue', x0 + side * 8.5, 34, { yaw: side * -120 })
    s.sit('bench', x0 + side * 8.4, 39.5, { yaw: side * -90 })
    s.put('stall', x0 + side * 15, 33.5, { yaw: side * -110, colour: side < 0 ? '#d8574c' : '#5a6fc4' })
    s.put('street-lamp', x0 + side * 12, 40, { yaw: side < 0 ? 0 : 180 })
    s.put('cypress', x0 + side * 6.4, 43.8)
  }
  for (let z = 42; z > 26; z -= 2.1)
    for (const x of [-1, 1]) s.put('paving', x0 + x, z, { colour: '#a58fbf' })
  for (const [x, z] of [
    [2.4, 3],
    [8, 2.2],
    [14, 2.4],
    [22, 2],
    [30, 2.2],
    [36, 2.6],
    [42, 2.2],
    [45.6, 8],
    [46, 16],
    [45.8, 25],
    [2.2, 11],
    [2, 20],
    [2.3, 28],
  ])
    s.put('tower', x, z, {
      scale: s.between(0.55, 1),
      yaw: s.pick([0, 90]),
      colour: s.pick(['#3b2f66', '#47366f', '#33305e']),
    })
  const edge = (x, z) =>
    Math.min(x, z, size - x, size - z) > 4 && Math.hypot(x - x0, z - z0) > 16.5 && Math.abs(x - x0) > 5
  s.keep([18, 36.6], [30, 36.6])
  s.scatter(['bush', 'lavender', 'flowers', 'planter'], 34, edge, 1.8)
  s.scatter(['cypress', 'tree'], 8, edge, 3)
  s.spawn([x0, 38.4, 180], [x0 - 1.3, 39, 180], [x0 + 1.3, 39, 180], [x0, 40.5, 180])
  s.write('theatre')
}
