// A wide loop of path through a garden, with gates: made for races.
import { studio } from './studio.mjs'

export function lanternRun() {
  const size = 60
  const s = studio(129, {
    size,
    ambience: 'garden',
    ground: { kind: 'grass', colour: '#44715a' },
    sky: { hue: 276, hour: 19.6 },
  })
  const c = size / 2
  /** The loop: a rounded form, wider than deep, with waves. */
  const loop = (share) => {
    const a = share * Math.PI * 2
    const r = 1 + 0.13 * Math.sin(a * 3)
    return [c + Math.sin(a) * 23 * r, c + Math.cos(a) * 20 * r]
  }
  const along = (share) => {
    const [[x, z], [nx, nz]] = [loop(share), loop(share + 0.004)]
    return [x, z, (Math.atan2(nx - x, nz - z) * 180) / Math.PI]
  }
  const stones = 62
  for (let i = 0; i < stones; i++) {
    const [x, z, yaw] = along(i / stones)
    const angle = (yaw * Math.PI) / 180
    for (const side of [-1.05, 1.05])
      s.put('paving', x + Math.cos(angle) * side, z - Math.sin(angle) * side, {
        yaw,
        scale: 1.15,
        colour: i % 2 ? '#8f7f8a' : '#9a8a8f',
      })
  }
  const [fx, fz, fyaw] = along(0)
  s.put('finish-gate', fx, fz, { yaw: fyaw, scale: 1.15 })
  for (let i = 1; i < 8; i++) {
    const [x, z, yaw] = along(i / 8)
    s.put('checkpoint', x, z, {
      yaw,
      scale: 1.15,
      colour: ['#ffb45e', '#ff8fb0', '#7fe8ff', '#ffe27a'][i % 4],
    })
  }
  for (let i = 0; i < 32; i++) {
    const [x, z, yaw] = along((i + 0.5) / 32)
    const angle = (yaw * Math.PI) / 180
    const side = i % 2 ? 3.4 : -3.4
    s.put(i % 4 < 2 ? 'lantern' : 'garden-light', x + Math.cos(angle) * side, z - Math.sin(angle) * side)
  }
  // Spectators in the middle and at the start.
  s.put('round-platform', c, c, { colour: '#8f7fa0' })
  s.put('pavilion', c, c - 7)
  s.put('pond', c - 7.5, c + 1, { scale: 1.5 })
  s.put('bridge', c + 8, c + 1)
  s.put('moon-lamp', c, c, { y: 0.25, scale: 1.3 })
  for (const angle of [60, 120, 240, 300]) s.around('bench', [c, c], 4.4, angle)
  for (const x of [-6, -2, 2, 6]) s.sit('stone-tier', c + x, 56.6, { yaw: 180, colour: '#8a7f9a' })
  for (const x of [-9, 9]) s.put('stall', c + x, 56.2, { yaw: 180, colour: x < 0 ? '#d8574c' : '#5a6fc4' })
  for (const x of [-4, 4]) s.put('flag', c + x, 54.6, { colour: x < 0 ? '#e8c04a' : '#e0655f' })
  s.put('billboard', c + 13, 55.6, { yaw: 200 })
  const clear = (x, z) => {
    for (let i = 0; i < 60; i++) {
      const [px, pz] = loop(i / 60)
      if (Math.hypot(x - px, z - pz) < 4.2) return false
    }
    return Math.hypot(x - c, z - c) > 5.4 && !(Math.abs(x - c) < 11 && z > 53)
  }
  s.scatter(['pine', 'cherry', 'maple', 'tree', 'cypress'], 62, clear, 2.6)
  s.scatter(['bush', 'rock', 'flowers', 'lavender', 'tulips', 'mushrooms'], 44, clear, 1.5)
  s.spawn([fx - 3, fz - 0.8, 90], [fx - 3, fz + 0.8, 90], [fx - 4.4, fz - 0.8, 90], [fx - 4.4, fz + 0.8, 90])
  s.write('lantern-run')
}
