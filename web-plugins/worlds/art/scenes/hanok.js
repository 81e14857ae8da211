// hanok: an alley of tiled roofs climbing a hill, hung with lanterns.
import * as THREE from 'three'
import {
  add,
  aim,
  ball,
  box,
  cylinder,
  dice,
  hsl,
  lamp,
  lit,
  matte,
  night,
  person,
  roundTree,
} from '../kit.js'

const NIGHT = 232 // blue behind the lanterns, whose light is the world's own hue, 28

export function build(scene, camera) {
  const random = dice(5)
  night(scene, NIGHT, { fog: [20, 44], moon: 0.95, fill: 0.42, sky: 0.06, from: [-7, 12, 6] })

  add(scene, box(80, 1, 80), matte(hsl(NIGHT, 0.2, 0.12)), 0, -0.55, -10)
  for (let step = 0; step < 13; step++) {
    const z = 5.4 - step * 1.25
    add(scene, box(2.7, 0.3, 1.24), matte(hsl(30, 0.12, 0.34 + (step % 2) * 0.05)), 0, step * 0.26 - 0.15, z)
  }
  for (let i = 0; i < 5; i++) {
    for (const side of [-1, 1]) {
      const z = 3.4 - i * 3.1
      const base = i * 0.64
      house(scene, side * (3.35 + (i % 2) * 0.25), base, z, side, random)
      wall(scene, side * 1.5, base, z, random)
    }
  }
  lanternLine(scene, 3.6, 3.5, 0.42)
  lanternLine(scene, 0.4, 4.1, 0.4)
  lanternLine(scene, -2.8, 4.7, 0.38)
  lanternLine(scene, -6, 5.2, 0.36)

  gate(scene)
  person(scene, -0.45, 2.6, '#f4efe4', { y: 0.75, size: 1.15 })
  person(scene, 0.1, 2.35, '#e2574c', { y: 0.8, size: 1.1 })
  person(scene, 0.55, -2.2, '#c8f04b', { y: 1.75, size: 1.05 })
  person(scene, -0.7, -5, '#9fc3ff', { y: 2.3, size: 1 })
  for (const [x, z, y, size] of [
    [-5.6, -0.6, 1.2, 0.7],
    [5.7, -1.2, 1.3, 0.75],
    [-5.2, -4.2, 2.2, 0.8],
    [5.3, -5.4, 2.4, 0.85],
    [-4.4, -8.5, 3.2, 0.8],
    [4.2, -9, 3.4, 0.8],
  ]) {
    roundTree(scene, x, z, random() > 0.5 ? '#c4563f' : '#a8402f', size, y)
  }
  hills(scene)
  add(scene, ball(3.3, 48), lit('#ffe9c4', 0.95), 9, 17, -52, false)
  aim(camera, [0.35, 3.5, 14.2], [0, 2.75, -4], 36)
  return { strength: 0.62 }
}

/** A house that faces the alley: plinth, paper windows with light behind them, a roof with raised corners. */
function house(scene, x, y, z, side, random) {
  const wood = matte('#5b3826')
  add(scene, box(2.9, 0.36, 2.7), matte('#6c655f'), x, y + 0.1, z)
  add(scene, box(2.4, 1.15, 2.2), matte('#e8d9bf'), x, y + 0.85, z)
  for (const [px, pz] of [
    [-1.2, -1.1],
    [1.2, -1.1],
    [-1.2, 1.1],
    [1.2, 1.1],
    [-1.2, 0],
    [1.2, 0],
    [0, 1.1],
  ]) {
    add(scene, box(0.12, 1.2, 0.12), wood, x + px, y + 0.85, z + pz)
  }
  const glow = lit('#ffb65c', random.between(1.05, 1.4))
  for (const offset of [-0.55, 0.55]) {
    window(scene, glow, wood, x - side * 1.22, y + 0.88, z + offset, Math.PI / 2)
    window(scene, glow, wood, x + offset, y + 0.88, z + 1.12, 0)
  }
  lamp(scene, x - side * 1.75, y + 0.9, z, { color: '#ff9d45', power: 3.4, reach: 3.6, body: false })
  roof(scene, x, y + 1.42, z)
}

function window(scene, glow, wood, x, y, z, turn) {
  const group = new THREE.Group()
  add(group, box(0.72, 0.74, 0.03), glow, 0, 0, 0, false)
  for (const bar of [-0.24, 0, 0.24]) {
    add(group, box(0.03, 0.74, 0.05), wood, bar, 0, 0.01, false)
    add(group, box(0.72, 0.03, 0.05), wood, 0, bar, 0.01, false)
  }
  group.position.set(x, y, z)
  group.rotation.y = turn
  scene.add(group)
}

/** Two tiled slopes; the eaves sweep up towards the corners. */
function roof(scene, x, y, z) {
  const width = 3.7
  const depth = 3.5
  const geometry = new THREE.PlaneGeometry(width, depth, 28, 20)
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const u = at.getX(i) / (width / 2)
    const v = at.getY(i) / (depth / 2)
    const slope = 0.95 * (1 - Math.abs(v)) ** 1.25
    const corner = 0.34 * Math.abs(u) ** 3 * Math.abs(v) ** 1.5 + 0.1 * Math.abs(u) ** 3
    const tile = 0.025 * Math.cos(u * Math.PI * 13)
    at.setXYZ(i, at.getX(i), slope + corner + tile, at.getY(i))
  }
  geometry.computeVertexNormals()
  const tiles = matte(hsl(225, 0.14, 0.24), { side: THREE.DoubleSide, roughness: 0.7 })
  add(scene, geometry, tiles, x, y, z)
  const ridge = add(
    scene,
    new THREE.CapsuleGeometry(0.1, width - 0.3, 6, 12),
    matte(hsl(225, 0.12, 0.34)),
    x,
    y + 0.98,
    z,
  )
  ridge.rotation.z = Math.PI / 2
}

function wall(scene, x, y, z, random) {
  add(scene, box(0.28, 0.62, 3), matte('#8d7a66'), x, y + 0.15, z)
  add(scene, box(0.46, 0.1, 3), matte(hsl(225, 0.14, 0.26)), x, y + 0.5, z)
  for (let i = 0; i < 7; i++)
    add(
      scene,
      ball(random.between(0.08, 0.15), 8),
      matte('#77695b'),
      x,
      y + random.between(-0.02, 0.3),
      z - 1.3 + i * 0.42,
    )
}

function lanternLine(scene, z, y, size) {
  const colors = ['#ff8a3c', '#ffb347', '#ff6f4a', '#ffc861']
  for (let i = 0; i < 6; i++) {
    const t = i / 5
    const x = -2.1 + t * 4.2
    const sag = 0.55 * (1 - (2 * t - 1) ** 2)
    const body = add(scene, ball(size * 0.42, 20), lit(colors[i % 4], 1.35), x, y - sag, z, false)
    body.scale.y = 1.15
    add(scene, cylinder(0.06, 0.06, 0.06, 10), matte('#3a241a'), x, y - sag + size * 0.5, z, false)
    if (i % 2 === 1)
      lamp(scene, x, y - sag - 0.2, z, { color: '#ff9a4a', power: 2.6, reach: 4.5, body: false })
  }
}

function gate(scene) {
  const wood = matte('#6b3a26')
  for (const x of [-1.3, 1.3]) add(scene, box(0.22, 2.2, 0.22), wood, x, 4.2, -10.2)
  add(scene, box(3.2, 0.22, 0.3), wood, 0, 5.2, -10.2)
  roof(scene, 0, 5.25, -10.2)
  add(scene, box(2.1, 1.6, 0.05), lit('#ffb65c', 1.25), 0, 4.1, -10.6, false)
}

function hills(scene) {
  for (const [x, z, w, h] of [
    [-14, -26, 16, 9],
    [12, -28, 18, 11],
    [0, -32, 20, 12],
  ]) {
    const hill = add(scene, ball(1, 32), matte(hsl(NIGHT, 0.3, 0.13)), x, -1, z, false)
    hill.scale.set(w, h, 6)
  }
}
