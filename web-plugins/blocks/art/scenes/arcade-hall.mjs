// A hall of arcade machines where the neon never goes out.
import { studio } from './studio.mjs'

const TONES = ['#d84a9a', '#3fa8d8', '#e8c03f', '#7a4fd8', '#d8443f', '#3fbf8f']

export function arcadeHall() {
  const size = 32
  const s = studio(118, {
    size,
    ambience: 'arcade',
    ground: { kind: 'tile', colour: '#46377f' },
    sky: { hue: 306, hour: 22 },
  })
  const c = size / 2
  const [left, right, north] = [4, 28, 5]
  for (let i = 0; i < 6; i++) {
    const x = left + 2 + i * 4
    s.put('wall', x, north, { scale: 1.06, colour: '#3a1f63' })
    if (i !== 2 && i !== 3)
      s.put('neon-strip', x, north + 0.12, { y: 0.05, colour: i % 2 ? '#7fe8ff' : '#ffe27a' })
  }
  for (let i = 0; i < 5; i++) {
    const z = north + 2 + i * 4
    s.put('wall', left, z, { yaw: 90, scale: 1.06, colour: '#2a1f63' })
    s.put('wall', right, z, { yaw: 270, scale: 1.06, colour: '#521f58' })
    s.put('neon-strip', left + 0.12, z, { yaw: 90, colour: '#ff6fc4' })
    s.put('neon-strip', right - 0.12, z, { yaw: 270, colour: '#9f7fff' })
  }
  s.put('star-sign', c, north + 0.2, { scale: 1.05 })
  for (const x of [-2, -1, 0, 1, 2]) {
    if (x === 0) s.put('claw-machine', c, north + 1, { scale: 1.15 })
    else s.put('arcade-cabinet', c + x * 1.35, north + 1, { colour: TONES[(x + 6) % 6] })
  }
  for (const x of [-4.2, -5.4, -6.6, 4.2, 5.4, 6.6])
    s.put('arcade-cabinet', c + x, north + 1, { colour: s.pick(TONES) })
  for (const x of [-9.2, 9.2]) s.put('prize-wall', c + x, north + 0.6)
  // Two islands of cabinets, back to back.
  for (const x of [-5.5, 5.5]) {
    for (const dx of [-1.7, -0.55, 0.55, 1.7]) {
      s.put('arcade-cabinet', c + x + dx, 13.7, { yaw: 0, colour: s.pick(TONES) })
      s.put('arcade-cabinet', c + x + dx, 12.8, { yaw: 180, colour: s.pick(TONES) })
    }
  }
  for (const z of [8.6, 10.4, 12.2, 14]) {
    s.sit('racing-cabinet', left + 1.3, z, { yaw: 90, colour: z % 3 ? '#3f6fd8' : '#d8443f' })
    s.put('pinball', right - 1.1, z, { yaw: 270, colour: s.pick(TONES) })
  }
  s.put('hoop-machine', left + 1.6, 17.4, { yaw: 90 })
  s.put('hoop-machine', left + 1.6, 19.4, { yaw: 90 })
  s.put('dance-machine', right - 1.8, 18, { yaw: 270 })
  s.put('claw-machine', right - 0.9, 21.4, { yaw: 270, colour: '#3fa8ff' })
  s.put('claw-machine', right - 0.9, 22.7, { yaw: 270, colour: '#ffb03f' })
  s.put('air-hockey', c - 4.8, 19, { yaw: 90 })
  s.put('air-hockey', c + 4.8, 19, { yaw: 90 })
  s.put('rug', c, 17.4, { scale: 1.5, colour: '#7a2f8a' })
  for (const angle of [30, 90, 150, 210, 270, 330])
    s.around('game-cube', [c, 17.4], 1.9, angle, { turn: 180, colour: s.pick(TONES) })
  s.put('disco-ball', c, 17.4, { y: 0.5, scale: 1.2 })
  s.put('jukebox', left + 0.7, 22, { yaw: 90 })
  s.sit('photo-booth', left + 1.3, 25, { yaw: 90 })
  for (const x of [right - 0.8, right - 2])
    s.put('vending-machine', x, 25.2, { yaw: 180, colour: x > 27 ? '#d8443f' : '#3f8fd8' })
  for (const x of [-4.2, 4.2]) {
    s.sit('sofa', c + x, 24.4, { yaw: x < 0 ? 90 : 270, colour: '#a83f8f' })
    s.sit('pouf', c + x * 0.66, 23.6, { colour: '#3fa8b8' })
    s.put('low-table', c + x * 0.7, 24.8, { scale: 0.8, colour: '#5a3f9a' })
    s.put('potted-plant', c + x, 26.2, { colour: '#7a4fd8' })
    s.put('billboard', c + x * 2, 29.4, { yaw: 180, scale: 0.9, colour: x < 0 ? '#ff5fa8' : '#5f7fff' })
  }
  for (const x of [-7, 0, 7]) s.put('string-lights', c + x, 10.6, { y: 0.6 })
  for (const x of [-1.8, 1.8])
    s.put('neon', c + x * 5.4, 27.2, { yaw: 180, scale: 0.9, colour: x < 0 ? '#7fe8ff' : '#ff5fb7' })
  s.spawn([c, 24.6, 180], [c - 1.2, 25, 180], [c + 1.2, 25, 180], [c, 26.4, 180])
  for (const [x, z, colour] of [
    [10.5, 10.4, '#ff5fc0'],
    [21.5, 10.4, '#6f8fff'],
    [16, 13, '#b06fff'],
    [8, 19, '#5fd8ff'],
    [24, 19, '#ff6fb0'],
    [16, 24, '#a06fff'],
  ])
    s.light(x, 3.8, z, colour, 9, 1.1)
  s.write('arcade-hall')
}
