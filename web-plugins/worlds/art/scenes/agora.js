// agora: a round plaza where groups talk around a fire until late.
import * as THREE from 'three'
import { add, aim, ball, box, cylinder, cypress, dice, hsl, lamp, lit, matte, night, person } from '../kit.js'

const HUE = 262

export function build(scene, camera) {
  const random = dice(11)
  night(scene, HUE, { fog: [24, 48], moon: 1, fill: 0.5 })
  const stone = matte(hsl(HUE, 0.18, 0.5))
  const pale = matte(hsl(HUE, 0.2, 0.66))

  add(scene, cylinder(60, 60, 1, 64), matte(hsl(HUE, 0.35, 0.16)), 0, -1.3, 0)
  add(scene, cylinder(6.6, 7.2, 0.5, 72), matte(hsl(HUE, 0.2, 0.3)), 0, -0.85, 0)
  for (const [radius, y] of [
    [6, -0.55],
    [5.3, -0.4],
    [4.6, -0.25],
  ])
    add(scene, cylinder(radius, radius, 0.16, 72), stone, 0, y, 0)
  add(scene, cylinder(4, 4, 0.1, 72), pale, 0, -0.14, 0)
  for (let ring = 1; ring <= 3; ring++) {
    const line = add(
      scene,
      new THREE.TorusGeometry(ring * 1.15, 0.022, 6, 90),
      matte(hsl(HUE, 0.25, 0.42)),
      0,
      -0.085,
      0,
    )
    line.rotation.x = Math.PI / 2
  }

  // A half circle of columns, open to the one who looks.
  for (let i = 0; i < 11; i++) {
    const angle = Math.PI * (1.02 + (0.96 * i) / 10)
    const x = Math.cos(angle) * 5.6
    const z = Math.sin(angle) * 5.6
    add(scene, box(0.62, 0.16, 0.62), pale, x, -0.32, z)
    add(scene, cylinder(0.2, 0.24, 2.5, 20), pale, x, 1, z)
    add(scene, box(0.6, 0.16, 0.6), pale, x, 2.33, z)
    if (i % 2 === 0)
      lamp(scene, x * 0.86, 1.75, z * 0.86, { color: '#ffcf8a', size: 0.11, power: 3.2, reach: 4.5 })
  }
  for (let i = 0; i < 48; i++) {
    const angle = Math.PI * (0.99 + (1.02 * i) / 47)
    const beam = add(scene, box(0.42, 0.3, 0.6), pale, Math.cos(angle) * 5.6, 2.56, Math.sin(angle) * 5.6)
    beam.rotation.y = -angle
  }

  // The fire in the middle.
  add(scene, cylinder(0.75, 0.5, 0.42, 28), stone, 0, 0.1, 0)
  add(scene, new THREE.ConeGeometry(0.34, 1, 10), lit('#ffb347', 2.4), 0, 0.75, 0, false)
  add(scene, new THREE.ConeGeometry(0.2, 0.62, 10), lit('#fff0b8', 2.6), 0, 0.66, 0.08, false)
  lamp(scene, 0, 1.2, 0, { color: '#ff9d4d', power: 20, reach: 10, body: false })

  // Groups in conversation, some of them with something to say.
  const coats = ['#c8f04b', '#f7f3e8', '#8a7bff', '#ff9d7a', '#6fd3c7', '#e3a6ff', '#ffd35c']
  const groups = [
    [-2.3, 0.9, 4],
    [2.2, 1.3, 3],
    [-1.5, -2.2, 3],
    [2.1, -1.7, 4],
    [0.2, 2.9, 3],
    [-3.5, -0.9, 2],
    [3.6, -0.3, 2],
  ]
  for (const [gx, gz, count] of groups) {
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2 + gx
      person(scene, gx + Math.cos(angle) * 0.48, gz + Math.sin(angle) * 0.48, random.pick(coats), {
        y: -0.1,
        size: random.between(0.95, 1.12),
      })
    }
  }
  for (const [x, y, z, color] of [
    [-2.5, 1.25, 1, '#ffffff'],
    [2.4, 1.3, 1.2, '#c8f04b'],
    [1.9, 1.35, -1.8, '#ffffff'],
    [-1.4, 1.3, -2.2, '#d9d0ff'],
  ]) {
    bubble(scene, x, y, z, color)
  }

  for (const [x, z, height] of [
    [-7.6, -3.4, 3.4],
    [-8.4, -1, 2.6],
    [-6.6, -5.6, 3.9],
    [7.4, -3.8, 3.7],
    [8.5, -1.4, 2.8],
    [6.2, -6, 4.2],
    [-3, -8, 4],
    [3.4, -8.2, 3.6],
    [0.4, -9, 4.4],
  ]) {
    cypress(scene, x, z, hsl(HUE - 70, 0.26, 0.2), height, -0.9)
  }
  houses(scene, random)
  add(scene, ball(2.6, 40), lit(hsl(HUE, 0.5, 0.88), 0.95), 11, 13, -46, false)
  aim(camera, [0, 7.4, 17.5], [0, 0.85, -0.6], 31)
}

function bubble(scene, x, y, z, color) {
  const shape = new THREE.Shape()
  shape.absarc(0.16, 0.12, 0.12, -Math.PI / 2, Math.PI / 2)
  shape.absarc(-0.16, 0.12, 0.12, Math.PI / 2, Math.PI * 1.5)
  shape.lineTo(-0.1, -0.13)
  shape.lineTo(0.02, 0)
  add(
    scene,
    new THREE.ExtrudeGeometry(shape, { depth: 0.05, bevelEnabled: false }),
    lit(color, 1),
    x,
    y,
    z,
    false,
  )
}

function houses(scene, random) {
  for (let i = 0; i < 30; i++) {
    const x = -24 + i * 1.65 + random.between(-0.4, 0.4)
    const z = random.between(-20, -13)
    const height = random.between(1, 3.4)
    add(scene, box(1.5, height, 1.5), matte(hsl(HUE, 0.3, random.between(0.13, 0.2))), x, height / 2 - 0.9, z)
    for (let w = 0; w < 3; w++) {
      if (random() > 0.45)
        add(
          scene,
          box(0.17, 0.24, 0.02),
          lit('#ffcf7d', 1.2),
          x + random.between(-0.5, 0.5),
          random.between(0, height - 1.2),
          z + 0.77,
          false,
        )
    }
  }
}
