// arcade: a street corner of machines and neon on a wet floor that gives it all back.
import * as THREE from 'three'
import { add, aim, ball, box, cylinder, dice, hsl, lamp, lit, matte, night, person } from '../kit.js'

const HUE = 322
const NEON = ['#ff4fc3', '#59e1ff', '#c8f04b', '#ffd24a', '#9b7bff']

export function build(scene, camera) {
  night(scene, HUE - 40, { fog: [20, 46], moon: 0.5, fill: 0.4, sky: 0.04, from: [-5, 12, 9], stars: 200 })
  const room = new THREE.Group()
  hall(room)
  cabinets(room)
  prizeMachine(room)
  for (const [x, z, color, size] of [
    [-1.7, 1.5, '#f7f3e8', 1.35],
    [1.65, 1.35, '#c8f04b', 1.35],
    [0.35, 2.7, '#ffb35c', 1.3],
    [0.95, 2.85, '#8fd8ff', 1.3],
    [-3.9, 2.2, '#ffa3dd', 1.3],
  ])
    person(room, x, z, color, { size })
  scene.add(room)

  // The floor is a dark glass over the same room upside down.
  const reflection = room.clone()
  reflection.scale.y = -1
  reflection.traverse((part) => {
    if (part.isLight) part.visible = false
  })
  scene.add(reflection)
  const floor = new THREE.MeshStandardMaterial({
    color: hsl(HUE - 50, 0.5, 0.07),
    roughness: 0.5,
    transparent: true,
    opacity: 0.76,
  })
  add(scene, new THREE.PlaneGeometry(60, 40), floor, 0, 0, 0).rotation.x = -Math.PI / 2
  tiles(scene)
  aim(camera, [0, 3.5, 13.6], [0, 2.15, -1], 34)
  return { strength: 0.7 }
}

function hall(room) {
  const wall = matte(hsl(HUE - 45, 0.42, 0.16))
  add(room, box(13.4, 6.4, 0.3), wall, 0, 3.2, -3)
  for (const side of [-1, 1]) {
    const wing = add(room, box(5.4, 6.4, 0.3), wall, side * 8.2, 3.2, -1)
    wing.rotation.y = -side * 0.85
  }
  sign(room)
  const strip = (x, y, z, width, color, turn = 0) => {
    const tube = add(room, new THREE.CapsuleGeometry(0.05, width, 6, 10), lit(color, 1.7), x, y, z, false)
    tube.rotation.set(0, turn, Math.PI / 2)
  }
  strip(0, 5.95, -2.75, 12.8, NEON[0])
  strip(0, 5.72, -2.75, 12.8, NEON[1])
  strip(0, 0.16, -2.75, 12.8, NEON[4])
  for (const side of [-1, 1]) {
    ghost(room, side * 7.3, 3.9, -1.3, side < 0 ? NEON[1] : NEON[2], -side * 0.85)
    strip(side * 8.2, 5.95, -0.8, 4.8, NEON[0], -side * 0.85)
    lamp(room, side * 6, 4.6, 1.2, { color: side < 0 ? NEON[1] : NEON[0], power: 16, reach: 9, body: false })
  }
  lamp(room, 0, 5, 0.2, { color: NEON[0], power: 22, reach: 10, body: false })
  lamp(room, 0, 1.2, 4.2, { color: NEON[4], power: 8, reach: 8, body: false })
}

/** A star over an arch of light: the house sign. */
function sign(room) {
  for (const [radius, color] of [
    [1.62, NEON[0]],
    [1.42, NEON[3]],
    [1.22, NEON[1]],
  ]) {
    add(room, new THREE.TorusGeometry(radius, 0.048, 10, 60, Math.PI), lit(color, 1.8), 0, 4.05, -2.7, false)
  }
  const points = Array.from({ length: 11 }, (_, i) => {
    const radius = i % 2 === 0 ? 0.72 : 0.31
    const angle = Math.PI / 2 + (i / 10) * Math.PI * 2
    return new THREE.Vector3(Math.cos(angle) * radius, Math.sin(angle) * radius, 0)
  })
  add(
    room,
    new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points, true, 'catmullrom', 0.02), 200, 0.05, 8),
    lit('#fff3b0', 1.9),
    0,
    4.45,
    -2.68,
    false,
  )
}

/** A creature out of an old game, in square tubes. */
function ghost(room, x, y, z, color, turn) {
  const rows = ['..xxxxx..', '.xxxxxxx.', 'xx.xxx.xx', 'xx.xxx.xx', 'xxxxxxxxx', 'xxxxxxxxx', 'x.xx.xx.x']
  const group = new THREE.Group()
  rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      if (row[c] === 'x')
        add(group, box(0.15, 0.15, 0.06), lit(color, 1.45), (c - 4) * 0.19, (3 - r) * 0.19, 0, false)
    }
  })
  group.position.set(x, y, z)
  group.rotation.y = turn
  room.add(group)
}

function cabinets(room) {
  for (let i = 0; i < 7; i++) {
    const x = (i - 3) * 1.62
    if (i === 3) continue
    cabinet(room, x, -1.55, 0, i)
  }
  cabinet(room, -6.1, 0.5, 0.85, 8)
  cabinet(room, 6.1, 0.5, -0.85, 9)
}

function cabinet(room, x, z, turn, seed) {
  const random = dice(seed * 31 + 7)
  const color = NEON[seed % NEON.length]
  const group = new THREE.Group()
  const body = matte(hsl(HUE - 60 + seed * 24, 0.42, 0.24))
  const profile = new THREE.Shape(
    [
      [-0.55, 0],
      [0.55, 0],
      [0.55, 1.02],
      [0.3, 1.16],
      [0.12, 2.02],
      [0.48, 2.24],
      [0.42, 2.62],
      [-0.55, 2.62],
    ].map(([px, py]) => new THREE.Vector2(px, py)),
  )
  const shell = add(group, new THREE.ExtrudeGeometry(profile, { depth: 1.2, bevelEnabled: false }), body)
  shell.rotation.y = -Math.PI / 2
  shell.position.x = 0.6
  const panel = add(
    group,
    new THREE.PlaneGeometry(1, 0.78),
    new THREE.MeshBasicMaterial({ map: game(random, color), fog: false }),
    0,
    1.6,
    0.245,
    false,
  )
  panel.rotation.x = -0.21
  const head = add(group, box(1.08, 0.3, 0.03), lit(color, 1.25), 0, 2.43, 0.475, false)
  head.rotation.x = 0.16
  const deck = add(group, box(1.08, 0.05, 0.36), matte('#241b38'), 0, 1.1, 0.46)
  deck.rotation.x = 0.5
  for (const [bx, button] of [
    [0.14, 0],
    [0.28, 1],
    [0.42, 2],
  ])
    add(group, ball(0.045, 10), lit(NEON[(seed + button) % 5], 1.2), bx, 1.11, 0.5, false)
  add(group, cylinder(0.02, 0.02, 0.2, 8), matte('#ddd'), -0.28, 1.2, 0.47)
  add(group, ball(0.065, 14), matte('#ff5a5a'), -0.28, 1.31, 0.47)
  for (const side of [-0.61, 0.61]) add(group, box(0.03, 2.5, 0.04), lit(color, 1.3), side, 1.25, -0.5, false)
  lamp(group, 0, 1.5, 1.1, { color, power: 2.6, reach: 3.4, body: false })
  group.position.set(x, 0, z)
  group.rotation.y = turn
  room.add(group)
}

/** A moment of a game: squares falling, a ship below. */
function game(random, color) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 128 })
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#0d0a22'
  pen.fillRect(0, 0, 160, 128)
  for (let i = 0; i < 40; i++) {
    pen.fillStyle = random() > 0.5 ? color : random.pick(NEON)
    pen.fillRect(Math.floor(random() * 16) * 10, Math.floor(random() * 8) * 12, 9, 9)
  }
  pen.fillStyle = '#ffffff'
  pen.fillRect(70, 112, 22, 6)
  pen.fillRect(78, 106, 6, 6)
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  texture.magFilter = THREE.NearestFilter
  return texture
}

function prizeMachine(room) {
  const random = dice(77)
  add(room, box(1.5, 0.95, 1.3), matte('#d94aa5'), 0, 0.48, -1.5)
  add(room, box(1.5, 0.34, 1.3), matte('#d94aa5'), 0, 2.75, -1.5)
  add(room, box(1.2, 0.18, 0.03), lit('#fff1a6', 1.5), 0, 2.76, -0.84, false)
  for (const [px, pz] of [
    [-0.7, -2.1],
    [0.7, -2.1],
    [-0.7, -0.9],
    [0.7, -0.9],
  ])
    add(room, box(0.07, 1.7, 0.07), matte('#f7d7ee'), px, 1.75, pz)
  for (let i = 0; i < 42; i++)
    add(
      room,
      ball(random.between(0.11, 0.17), 14),
      matte(random.pick(['#ffd24a', '#59e1ff', '#ff8fd3', '#c8f04b', '#b9a2ff', '#fff'])),
      random.between(-0.55, 0.55),
      1.02 + random() ** 2 * 0.55,
      -1.5 + random.between(-0.48, 0.48),
    )
  add(room, cylinder(0.02, 0.02, 0.6, 8), matte('#ddd'), 0.1, 2.3, -1.4)
  add(room, ball(0.11, 14), matte('#eee', { metalness: 0.4, roughness: 0.3 }), 0.1, 2, -1.4)
  lamp(room, 0, 2.35, -0.9, { color: '#fff0c8', power: 6, reach: 3, body: false })
}

function tiles(scene) {
  const line = new THREE.MeshBasicMaterial({ color: hsl(HUE, 0.7, 0.5), transparent: true, opacity: 0.16 })
  for (let i = -14; i <= 14; i++) {
    add(scene, box(0.018, 0.004, 20), line, i * 0.9, 0.004, 2, false)
    add(scene, box(30, 0.004, 0.018), line, 0, 0.004, i * 0.9, false)
  }
}
