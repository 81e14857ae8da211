// A garden under the dome of a station.
import { studio } from './studio.mjs'

export function greenhouse() {
  const size = 40
  const s = studio(74, {
    size,
    ambience: 'station',
    ground: { kind: 'grass', colour: '#4b8f58' },
    sky: { hue: 214, hour: 20.3 },
  })
  const c = size / 2
  const middle = [c, c]
  for (let i = 0; i < 6; i++) s.put('dome-rib', c, c, { yaw: i * 30, scale: 3 })
  for (let i = 0; i < 27; i++) {
    const angle = (i / 27) * 360 + 6.67
    s.around('low-wall', middle, 17.6, angle, { colour: '#aab4c8' })
    if (i % 3 === 0) s.around('light-post', middle, 16.8, angle)
  }
  s.put('hatch', c, 36.4, { yaw: 180 })
  for (const [x, z] of [
    [2.5, 2.5],
    [37.5, 2.5],
    [2.5, 37.5],
    [37.5, 37.5],
  ])
    s.put(x < c ? 'solar-panel' : 'antenna', x, z, { scale: 1.4, yaw: s.between(0, 360) })
  s.put('planet', 1.6, 1.6, { scale: 1.5, y: 7, colour: '#4f8fd8' })
  // A ring of paving around a fountain, and four ways to the rim.
  s.put('fountain', c, c, { scale: 1.2 })
  for (let i = 0; i < 14; i++) s.around('paving', middle, 4.3, (i / 14) * 360, { colour: '#b9c2cf' })
  for (let r = 6.6; r < 16; r += 2.05)
    for (const angle of [0, 90, 180, 270]) s.around('paving', middle, r, angle, { colour: '#b9c2cf' })
  for (const angle of [45, 135, 225, 315]) {
    s.around('bench', middle, 6.4, angle, { turn: 180 })
    s.around('lantern', middle, 7.4, angle + 17, { colour: '#8d97ac' })
  }
  // North west: vegetables. North east: racks. South: trees and a lawn to sit on.
  for (const [row, z] of [9.4, 12, 14.6].entries()) {
    for (const x of [9.6, 12.6, 15.6]) s.put(row === 1 ? 'tomatoes' : 'vegetables', x, z)
    s.put('grow-lamp', 12.6, z, { y: 0.3 })
  }
  for (const z of [9.2, 12, 14.8]) for (const x of [24.6, 27.2, 29.8]) s.put('grow-rack', x, z)
  for (const [x, z] of [
    [8, 24],
    [10.4, 28.6],
    [13.6, 32],
    [31.8, 24.4],
    [29.4, 29],
    [26.4, 32],
    [6, 20.4 + 3],
  ])
    s.put(s.pick(['tree', 'cherry', 'persimmon', 'tree']), x, z, {
      scale: s.between(1, 1.3),
      colour: s.pick(['#4f9a5f', '#6fae5a', '#e79fc0', '#3f8f63']),
    })
  s.sit('picnic-table', 13.6, 26.6, { yaw: 20 })
  s.sit('swing', 26.6, 26.8, { yaw: -140 })
  s.sit('log-seat', 10.6, 24.8, { yaw: 70 })
  for (const [x, z, yaw] of [
    [28.8, 23.4, 200],
    [30.2, 25, 250],
  ])
    s.sit('pod-seat', x, z, { yaw })
  s.put('low-table', 29, 24.9)
  for (const angle of [60, 120, 240, 300]) s.around('algae-tube', middle, 15.6, angle)
  for (const [x, z, yaw] of [
    [15.2, 20.8 + 4, 100],
    [22.8, 10.6, 200],
    [16, 17 - 1, 60],
  ])
    s.put('robot', x, z, { yaw })
  s.put('telescope', c + 3, 5.6, { yaw: 180 })
  s.put('console', c - 3, 34.4, { yaw: 160 })
  s.put('signpost', c + 2.4, 32.6, { yaw: 200 })
  const inside = (x, z) => {
    const r = Math.hypot(x - c, z - c)
    return r < 16.4 && r > 6.2 && Math.abs(x - c) > 1.6 && Math.abs(z - c) > 1.6
  }
  s.keep([14.9, 34.5], [24.6, 34.2])
  s.scatter(['sunflowers', 'tulips', 'lavender', 'fern', 'bush'], 34, inside, 1.6)
  s.scatter(['grass', 'flowers', 'mushrooms'], 26, inside, 1)
  s.spawn([c, 33.6, 180], [c - 1.2, 33.2, 180], [c + 1.2, 33.2, 180], [c, 31.8, 180])
  for (const [x, z] of [
    [12.6, 12],
    [27.2, 12],
    [12, 26],
    [28, 26],
    [20, 31],
    [20, 10],
  ])
    s.light(x, 5, z, '#ffe0b0', 12, 1.3)
  s.write('greenhouse')
}
