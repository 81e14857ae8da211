// Writes the templates of blocks: scenes placed by rules and a seed. Run `npm run scenes`.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { experiments } from '@rspack/core'

const out = path.join(import.meta.dirname, '../../../plugins/blocks/scenes')
const kinds = await coloursOfKinds()

function studio(seed, more) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const round = (value) => Math.round(value * 100) / 100
  const scene = {
    ...{ format: 1, seed, size: more.size, ground: more.ground, sky: { hour: null, ...more.sky } },
    ...{ objects: [], spawnPoints: [], seats: [], links: [], lights: [] },
  }
  const place = (x, y, z, yaw) => ({
    position: { x: round(x), y: round(y), z: round(z) },
    yaw: round(((yaw % 360) + 360) % 360) % 360,
  })
  const taken = []
  const put = (kind, x, z, { yaw = 0, scale = 1, colour, y = 0 } = {}) => {
    const id = `${kind}-${scene.objects.length + 1}`
    scene.objects.push({
      ...{ id, kind, ...place(x, y, z, yaw) },
      ...{ scale: round(scale), colour: colour ?? kinds[kind] },
    })
    taken.push([x, z])
  }
  /** A seat at a distance in front of the thing's middle. */
  const seat = (x, z, yaw, y = 0, ahead = 0) => {
    const angle = (yaw * Math.PI) / 180
    const [aheadX, aheadZ] = [x + Math.sin(angle) * ahead, z + Math.cos(angle) * ahead]
    scene.seats.push({ id: `seat-${scene.seats.length + 1}`, ...place(aheadX, y, aheadZ, yaw) })
  }
  return {
    scene,
    put,
    seat,
    between: (a, b) => a + random() * (b - a),
    pick: (list) => list[Math.floor(random() * list.length)],
    /** Scatters a kind where nothing else is. */
    scatter(kinds, count, inside, gap) {
      for (let tries = 0, placed = 0; placed < count && tries < count * 40; tries++) {
        const [x, z] = [1 + random() * (more.size - 2), 1 + random() * (more.size - 2)]
        if (!inside(x, z) || taken.some(([a, b]) => Math.hypot(a - x, b - z) < gap)) continue
        put(kinds[Math.floor(random() * kinds.length)], x, z, {
          yaw: random() * 360,
          scale: 0.8 + random() * 0.45,
        })
        placed++
      }
    },
    bench(x, z, yaw) {
      put('bench', x, z, { yaw })
      const angle = (yaw * Math.PI) / 180
      for (const side of [-0.4, 0.4]) seat(x + Math.cos(angle) * side, z - Math.sin(angle) * side, yaw, 0)
    },
    chair(x, z, yaw, colour) {
      put('chair', x, z, { yaw, colour })
      seat(x, z, yaw)
    },
    spawn(...points) {
      for (const [x, z, yaw] of points)
        scene.spawnPoints.push({ id: `spawn-${scene.spawnPoints.length + 1}`, ...place(x, 0, z, yaw) })
    },
    write(name) {
      writeFileSync(path.join(out, `${name}.json`), pretty(scene))
      process.stdout.write(`${name}: ${scene.objects.length} objects, ${scene.seats.length} seats\n`)
    },
  }
}

/** One object per line. */
function pretty(scene) {
  const lines = Object.entries(scene).map(([key, value]) => {
    if (!Array.isArray(value)) return `  "${key}": ${JSON.stringify(value)}`
    const items = value.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
    return `  "${key}": ${items ? `[\n${items}\n  ]` : '[]'}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** The colours of the kinds, from the catalogue of the room. */
async function coloursOfKinds() {
  const source = readFileSync(path.join(import.meta.dirname, '../src/room/kinds.ts'), 'utf8')
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }
  const { code } = await experiments.swc.transform(source, options)
  const { KINDS } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return Object.fromEntries(Object.entries(KINDS).map(([kind, { colour }]) => [kind, colour]))
}

function lanternGarden() {
  const size = 44
  const s = studio(20, { size, ground: { kind: 'grass', colour: '#3f6b52' }, sky: { hue: 262 } })
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
      yaw: 20,
      colour: i % 4 < 2 ? '#ff8a6b' : '#ffb05e',
    })
  s.put('stall', c + 13.5, 21.5, { yaw: -90 })
  s.put('stall', c - 14, 22.5, { yaw: 90, colour: '#5a6fc4' })
  s.put('sign', c + 3.2, 40.5, { yaw: 0 })
  for (const x of [-1, 1]) s.put('banner', c + x * 3.4, 37.3, { yaw: x < 0 ? 180 : 0, colour: '#6a55c9' })
  const edge = (x, z) => Math.min(x, z, size - x, size - z) < 4.5 && !(Math.abs(x - c) < 3 && z > 30)
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

function rooftop() {
  const size = 30
  const s = studio(7, {
    size,
    ground: { kind: 'concrete', colour: '#6a6786' },
    sky: { hue: 244, hour: 21.5 },
  })
  const c = size / 2
  for (let i = 1; i < size; i += 2) {
    s.put('rail', i, 0.6)
    s.put('rail', i, size - 0.6)
    s.put('rail', 0.6, i, { yaw: 90 })
    s.put('rail', size - 0.6, i, { yaw: 90 })
  }
  s.put('water-tank', 25, 5)
  for (const [x, z, yaw] of [
    [5, 4, 0],
    [7.4, 4, 0],
    [26.5, 12, -90],
    [26.5, 14.5, -90],
  ])
    s.put('vent', x, z, { yaw })
  s.put('wall', 14, 3, { colour: '#6f6a8c' })
  s.put('wall', 18, 3, { colour: '#6f6a8c' })
  s.put('neon', 14, 3.2, { scale: 1 })
  s.put('window-wall', 10, 3, { colour: '#6f6a8c' })
  s.put('stage', c + 1, 6.6)
  s.put('floor-lamp', c - 2.3, 5.2)
  s.put('rug', c, 16, { scale: 1.6, colour: '#6d4f9a' })
  for (const [x, z, yaw] of [
    [-3.2, 16, 90],
    [3.2, 16, -90],
    [0, 19.4, 180],
  ]) {
    s.put('sofa', c + x, z, { yaw, colour: s.pick(['#6d5aa8', '#a85a74', '#4d6f9c']) })
    const angle = (yaw * Math.PI) / 180
    for (const side of [-0.42, 0.42])
      s.seat(c + x + Math.cos(angle) * side, z - Math.sin(angle) * side, yaw, 0.02)
  }
  s.put('table', c, 16, { scale: 0.75 })
  for (const x of [-0.3, 0.3]) s.put('candle', c + x, 16.1, { y: 0.58 })
  for (const z of [12.6, 16, 19.5]) for (const x of [-3.4, 3.4]) s.put('string-lights', c + x, z)
  for (const x of [-6.5, 0, 6.5])
    for (const z of [12.6, 19.5]) s.put('banner', c + x, z, { yaw: 90, scale: 1.05, colour: '#54469c' })
  s.put('counter', 5, 17, { yaw: 90, colour: '#5b4a68' })
  for (const z of [16, 17, 18]) {
    s.put('stool', 6.2, z)
    s.seat(6.2, z, -90, 0.18)
  }
  s.put('shelf', 3.6, 17, { yaw: 90 })
  s.put('menu-board', 6.4, 20.2, { yaw: 60 })
  for (const [x, z] of [
    [2, 8],
    [2, 10],
    [2, 24],
    [2, 26],
    [9, 28],
    [12, 28],
    [18, 28],
    [21, 28],
    [28, 20],
    [28, 22.5],
    [28, 25],
  ])
    s.put('planter', x, z, {
      yaw: x === 2 ? 90 : x === 28 ? -90 : 180,
      colour: s.pick(['#c07a55', '#8a6f9a', '#5f7f8d']),
    })
  for (const [x, z] of [
    [2.2, 2.2],
    [27.8, 27.8],
    [2.2, 27.8],
    [22.5, 26.5],
  ])
    s.put('tree', x, z, {
      scale: 0.8,
      yaw: s.between(0, 360),
      colour: s.pick(['#4b8a68', '#5a9a5f', '#c58a54']),
    })
  s.bench(9, 26, 0)
  s.bench(21, 25.5, 0)
  s.put('lantern', 24, 22)
  s.put('lantern', 7, 24)
  s.put('lantern', 22.5, 9)
  for (const [x, z] of [
    [24.5, 17.5],
    [22.5, 18.5],
    [24, 19.5],
  ])
    s.put('crate', x, z, { yaw: s.between(0, 90), scale: s.between(0.9, 1.2) })
  s.scatter(['candle'], 16, (x, z) => Math.hypot(x - c, z - 16) > 5 && z > 8, 2)
  s.spawn([c, 26.5, 180], [c - 1.5, 26, 180], [c + 1.5, 26, 180])
  s.write('rooftop')
}

function cafe() {
  const size = 22
  const s = studio(33, { size, ground: { kind: 'wood', colour: '#8a5f45' }, sky: { hue: 275, hour: 19.6 } })
  const c = size / 2
  for (const x of [5, 9, 13, 17])
    s.put(
      x === 9 || x === 13 ? 'wall' : 'window-wall',
      x,
      3,
      x === 9 || x === 13 ? { colour: '#c4a58a' } : {},
    )
  for (const z of [5, 9, 13]) {
    s.put(z === 9 ? 'window-wall' : 'wall', 3, z, { yaw: 90, ...(z === 9 ? {} : { colour: '#c4a58a' }) })
    s.put(z === 9 ? 'window-wall' : 'wall', 19, z, { yaw: -90, ...(z === 9 ? {} : { colour: '#c4a58a' }) })
  }
  s.put('counter', c - 1.6, 6, {})
  s.put('counter', c + 1.5, 6, {})
  for (const x of [-3.2, -1.6, 1.6, 3.2]) s.put('shelf', c + x, 3.45)
  for (const x of [-2.4, -1.2, 0, 1.2, 2.4]) {
    s.put('stool', c + x, 7.1)
    s.seat(c + x, 7.1, 180, 0.18)
  }
  s.put('neon', c, 3.16, { scale: 0.8, colour: '#ff7a9c' })
  s.put('rug', c - 3.6, 11.6, { scale: 1.15, colour: '#8e4a63' })
  s.put('rug', c + 3.9, 11.6, { scale: 1.15, colour: '#4d5f8e' })
  for (const [x, z, colour] of [
    [-3.6, 11.6, '#b56f4a'],
    [3.9, 11.6, '#b56f4a'],
    [-4.2, 15.6, '#7a8f6a'],
    [0.1, 14.4, '#b56f4a'],
    [4.3, 15.8, '#7a8f6a'],
  ]) {
    s.put('cafe-table', c + x, z)
    s.chair(c + x, z - 0.85, 0, colour)
    s.chair(c + x, z + 0.85, 180, colour)
  }
  s.put('sofa', 4, 11.4, { yaw: 90, colour: '#9a5566' })
  for (const z of [11, 11.8]) s.seat(4, z, 90, 0.02)
  s.put('floor-lamp', 4, 13.1)
  s.put('floor-lamp', 18.2, 10.7)
  for (const x of [-3.4, 3.4]) for (const z of [9.4, 13.2]) s.put('string-lights', c + x, z, { yaw: 0 })
  for (const [x, z] of [
    [-6, 7],
    [6, 7],
    [-2, 10.2],
    [2, 10.2],
  ])
    s.put('paper-lantern', c + x, z, { colour: '#ffc07a' })
  s.put('menu-board', c + 1.9, 17.4, { yaw: 15 })
  s.put('sign', c - 2.6, 18.2, { yaw: 0 })
  for (const x of [4.4, 6.4, 15.6, 17.6]) s.put('planter', x, 17.9, { yaw: 180 })
  for (const [x, z] of [
    [3.9, 4.2],
    [18.1, 4.2],
    [18, 14],
  ])
    s.put('bamboo', x, z, { scale: 0.62 })
  for (const x of [2, 20]) s.put('lantern', x, 18.6)
  s.put('tree', 1.8, 20.4, { scale: 0.9, colour: '#c9784a' })
  s.put('cherry', 20.2, 20.6, { scale: 0.85 })
  s.bench(6, 20.4, 0)
  s.bench(16, 20.4, 0)
  s.put('bush', 1.4, 14)
  s.put('bush', 20.6, 12)
  s.scatter(['flowers', 'grass'], 16, (x) => x < 2.4 || x > 19.6, 0.9)
  s.spawn([c, 19.6, 180], [c - 1, 19.8, 180], [c + 1, 19.8, 180])
  s.write('cafe')
}

lanternGarden()
rooftop()
cafe()
