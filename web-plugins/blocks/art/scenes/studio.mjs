// Places things of a scene by rules and a seed, and writes the scene as a template.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadRules } from '../rules.mjs'

const out = path.join(import.meta.dirname, '../../../../plugins/blocks/scenes')
const { KINDS } = await loadRules()

export function studio(seed, more) {
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
    ...(more.ambience && { ambience: more.ambience }),
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
      ...{ scale: round(scale), colour: colour ?? KINDS[kind].colour },
    })
    taken.push([x, z])
  }
  /** A seat at a distance in front of the thing's middle. */
  const seat = (x, z, yaw, y = 0, ahead = 0) => {
    const angle = (yaw * Math.PI) / 180
    const [aheadX, aheadZ] = [x + Math.sin(angle) * ahead, z + Math.cos(angle) * ahead]
    scene.seats.push({ id: `seat-${scene.seats.length + 1}`, ...place(aheadX, y, aheadZ, yaw) })
  }
  /** Puts a thing that has seats, with them. */
  const sit = (kind, x, z, options = {}) => {
    const { yaw = 0, y = 0, scale = 1 } = options
    put(kind, x, z, options)
    const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)]
    for (const { at, yaw: turn } of KINDS[kind].seats) {
      const [px, py, pz] = at.map((one) => one * scale)
      seat(x + px * cos + pz * sin, z + pz * cos - px * sin, yaw + turn, y + py)
    }
  }
  return {
    scene,
    put,
    seat,
    sit,
    /** Leaves room for a door of the demo. Call it before things are scattered. */
    keep(...places) {
      for (const [x, z] of places) for (const side of [-0.9, 0, 0.9]) taken.push([x + side, z])
    },
    /** A light without a thing. */
    light(x, y, z, colour, range = 10, intensity = 1) {
      const id = `light-${scene.lights.length + 1}`
      scene.lights.push({ id, position: { x, y, z }, colour, intensity, range })
    },
    /** Puts a thing on a circle, looking away from its middle; `angle` in degrees, 0 is +z. */
    around(kind, [x, z], radius, angle, options = {}) {
      const a = (angle * Math.PI) / 180
      const place = KINDS[kind].seats ? sit : put
      const { turn = 0, ...more } = options
      place(kind, x + Math.sin(a) * radius, z + Math.cos(a) * radius, { ...more, yaw: angle + turn })
    },
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
