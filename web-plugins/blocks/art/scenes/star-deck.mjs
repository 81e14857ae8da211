// The deck of a station from which people look at a planet.
import { studio } from './studio.mjs'

export function starDeck() {
  const size = 30
  const s = studio(85, {
    size,
    ambience: 'station',
    ground: { kind: 'tile', colour: '#59627c' },
    sky: { hue: 222, hour: 23 },
  })
  const c = size / 2
  const [left, right, north, south] = [3, 27, 9, 27]
  for (let i = 0; i < 6; i++) s.put('star-window', left + 2 + i * 4, north)
  for (let i = 0; i < 4; i++) {
    s.put(i < 3 ? 'star-window' : 'bulkhead', left, north + 2 + i * 4.5, { yaw: 90, scale: 1.12 })
    s.put(i < 3 ? 'star-window' : 'bulkhead', right, north + 2 + i * 4.5, { yaw: 270, scale: 1.12 })
  }
  for (let i = 0; i < 6; i++) if (i !== 2 && i !== 3) s.put('bulkhead', left + 2 + i * 4, south, { yaw: 180 })
  s.put('bulkhead', c - 3.2, south, { yaw: 180 })
  s.put('bulkhead', c + 3.2, south, { yaw: 180 })
  s.put('hatch', c, south, { yaw: 180 })
  s.put('planet', c + 5.5, 1, { scale: 1.75, y: 0, colour: '#3f7fd0' })
  s.put('planet', 4, 2, { scale: 0.4, y: 7, colour: '#d8a06a' })
  s.put('shuttle', c - 6, 3, { yaw: 70, y: 3.4 })
  for (const x of [6, 9.6, 15, 20.4, 24]) s.sit('window-bench', x, north + 1.3, { yaw: 180 })
  for (const x of [7.8, 12.3, 17.7, 22.2]) s.put('potted-plant', x, north + 0.9, { colour: '#e8ecf4' })
  s.put('telescope', 4.6, north + 4.6, { yaw: 200 })
  s.put('telescope', 25.4, north + 4.6, { yaw: 160 })
  s.put('hologram', c, 17)
  for (let i = 0; i < 6; i++) s.around('pod-seat', [c, 17], 2.9, i * 60 + 30, { turn: 180 })
  s.put('rug', c, 17, { scale: 2.4, colour: '#3f4a78' })
  s.put('ceiling-ring', c, 17, { y: 0.5, scale: 1.3 })
  for (const x of [7.4, 22.6]) {
    s.put('ceiling-ring', x, 14.4, { y: 0.4 })
    s.put('ceiling-ring', x, 21.6, { y: 0.4 })
    s.put('rug', x, 20.8, { scale: 1.2, colour: '#7a4f6a' })
    s.sit('sofa', x, 22.6, { yaw: 180, colour: '#e8833c' })
    s.sit('armchair', x - 1.8, 20.6, { yaw: 90, colour: '#4fa8b8' })
    s.sit('armchair', x + 1.8, 20.6, { yaw: 270, colour: '#4fa8b8' })
    s.put('low-table', x, 20.8, { colour: '#c9d0de' })
    s.put('vase', x + 0.3, 20.8, { y: 0.35, scale: 0.5 })
  }
  for (const [x, z, yaw] of [
    [4.2, 15, 90],
    [25.8, 15, 270],
    [4.2, 17.4, 90],
    [25.8, 17.4, 270],
  ])
    s.put('console', x, z, { yaw })
  s.put('counter', 8, 25.2, { yaw: 180, colour: '#4a5570' })
  s.put('coffee-machine', 8.8, 25.2, { y: 1.08, yaw: 180 })
  for (const x of [7, 8, 9]) s.sit('stool', x, 24.1, { colour: '#5a6480' })
  s.put('grow-rack', 22, 26.2, { yaw: 180 })
  s.put('grow-rack', 24.2, 26.2, { yaw: 180 })
  s.put('algae-tube', 4, 25.8)
  s.put('algae-tube', 26, 25.8)
  s.put('algae-tube', 4.2, 12)
  s.put('algae-tube', 25.8, 12)
  s.put('robot', 11.4, 23.4, { yaw: 150 })
  s.put('cargo-pod', 18.6, 26, { yaw: 10 })
  for (const x of [c - 1.6, c + 1.6]) s.put('light-post', x, 25.6)
  for (const [x, z] of [
    [11.6, 12.4],
    [18.4, 12.4],
  ])
    s.put('light-post', x, z)
  s.spawn([c, 23.6, 180], [c - 1.2, 24, 180], [c + 1.2, 24, 180], [c, 25, 180])
  s.write('star-deck')
}
