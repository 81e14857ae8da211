// reef: a village of lit shells among corals, with jellyfish for lanterns.
import * as THREE from 'three'
import { add, aim, ball, cylinder, dice, hsl, lamp, lit, matte, night } from '../kit.js'

const HUE = 172
const CORALS = [
  hsl(348, 0.62, 0.6),
  hsl(16, 0.7, 0.6),
  hsl(44, 0.72, 0.6),
  hsl(300, 0.38, 0.56),
  hsl(160, 0.5, 0.5),
  hsl(262, 0.45, 0.62),
]

export function build(scene, camera) {
  const random = dice(8)
  night(scene, HUE + 18, { fog: [14, 40], moon: 0.6, fill: 0.5, sky: 0.085, from: [3, 16, 4], stars: 0 })
  seabed(scene)
  for (const [x, z, size, turn] of [
    [-2.5, -0.6, 1.2, 0.3],
    [1.9, -1.6, 1.45, -0.35],
    [0.1, 1.7, 0.85, 0.1],
    [-5, -3.4, 1, 0.6],
    [5, -3.6, 1.05, -0.5],
    [-0.6, -4.8, 1.25, 0],
  ]) {
    shellHouse(scene, x, z, size, turn, random)
  }
  for (let i = 0; i < 46; i++) {
    const angle = random.between(0, Math.PI * 2)
    const radius = random.between(3, 9.5)
    const x = Math.cos(angle) * radius
    const z = Math.sin(angle) * radius * 0.75 - 1.4
    if (z > 4.4 || (Math.abs(x) < 2.8 && z > 2.2)) continue
    const grow = random.pick([branches, fan, tubes, brain])
    grow(scene, x, z, random.between(0.55, 1.15), random.pick(CORALS), random)
  }
  for (const [x, z] of [
    [-7.5, 1.5],
    [7.6, 1.2],
    [-8.5, -2],
    [8.6, -2.5],
    [-6.3, 3.2],
    [6.5, 3.4],
  ])
    kelp(scene, x, z, random)
  for (const [x, y, z, size, color] of [
    [-4.4, 3.9, -1.5, 0.62, '#9ffff0'],
    [3.7, 4.5, -2.2, 0.8, '#ffc2ec'],
    [0.2, 5.3, -5, 0.6, '#d7ff8a'],
    [-1.5, 3.4, 1.6, 0.36, '#ffd9a0'],
    [6.4, 2.9, 0.2, 0.42, '#a9c8ff'],
    [-7.2, 5.1, -4.5, 0.5, '#ffc2ec'],
  ]) {
    jellyfish(scene, x, y, z, size, color)
  }
  school(scene, random)
  beams(scene)
  for (let i = 0; i < 90; i++) {
    add(
      scene,
      ball(random.between(0.012, 0.045), 6),
      lit('#c9fff4', random.between(0.4, 1)),
      random.between(-9, 9),
      random.between(0.2, 7),
      random.between(-6, 5),
      false,
    )
  }
  aim(camera, [0, 3.7, 14.4], [0, 2, -1.5], 34)
  return { strength: 0.45 }
}

function seabed(scene) {
  const geometry = new THREE.PlaneGeometry(70, 50, 140, 100)
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const x = at.getX(i)
    const y = at.getY(i)
    const rim = Math.max(0, Math.hypot(x, y) - 7) * 0.13
    at.setZ(
      i,
      Math.sin(x * 0.7 + y * 0.3) * 0.12 + Math.sin(y * 1.3) * 0.08 + Math.sin(x * 2.2 - y * 3) * 0.025 + rim,
    )
  }
  geometry.computeVertexNormals()
  const floor = add(scene, geometry, matte(hsl(HUE + 6, 0.3, 0.3)), 0, -0.1, -4)
  floor.rotation.x = -Math.PI / 2
}

/** A spiral of shrinking rings with a door and round windows. */
function shellHouse(scene, x, z, size, turn, random) {
  const group = new THREE.Group()
  const hue = random.pick([24, 340, 46, 12])
  const rings = 7
  for (let i = 0; i < rings; i++) {
    const radius = 0.95 * (1 - i / (rings + 0.6))
    const body = add(
      group,
      new THREE.TorusGeometry(radius * 0.62, radius * 0.42, 18, 40),
      matte(hsl(hue, 0.5, 0.62 - i * 0.02)),
      i * 0.03,
      0.38 + i * 0.31,
      0,
    )
    body.rotation.x = Math.PI / 2
    add(group, ball(radius * 0.66, 24), matte(hsl(hue, 0.5, 0.56)), i * 0.03, 0.38 + i * 0.31, 0)
  }
  const glow = lit('#ffd27a', 1.25)
  const door = add(group, cylinder(0.27, 0.27, 0.12, 28), glow, 0, 0.4, 0.96, false)
  door.rotation.x = Math.PI / 2
  for (const [wx, wy, wz, r] of [
    [-0.52, 0.78, 0.66, 0.12],
    [0.5, 0.86, 0.64, 0.13],
    [0.06, 1.28, 0.68, 0.12],
    [0.1, 1.75, 0.46, 0.08],
  ]) {
    add(group, ball(r, 16), glow, wx, wy, wz, false)
  }
  lamp(group, 0, 0.55, 1.55, { color: '#ffbf66', power: 2.6, reach: 3.6, body: false })
  group.position.set(x, 0, z)
  group.rotation.y = turn
  group.scale.setScalar(size)
  scene.add(group)
}

function branches(scene, x, z, size, color, random) {
  const material = matte(color)
  const grow = (from, direction, length, thick, depth) => {
    const to = from.clone().addScaledVector(direction, length)
    const limb = add(scene, new THREE.CapsuleGeometry(thick, length, 4, 8), material)
    limb.position.copy(from).lerp(to, 0.5)
    limb.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction)
    if (depth === 0) return
    for (let i = 0; i < 3; i++) {
      const next = direction
        .clone()
        .add(
          new THREE.Vector3(random.between(-0.8, 0.8), random.between(0.1, 0.6), random.between(-0.8, 0.8)),
        )
        .normalize()
      grow(to, next, length * 0.68, thick * 0.74, depth - 1)
    }
  }
  grow(new THREE.Vector3(x, 0, z), new THREE.Vector3(0, 1, 0), size * 0.5, size * 0.1, 2)
}

function fan(scene, x, z, size, color, random) {
  const turn = random.between(-0.6, 0.6)
  for (let i = 0; i < 9; i++) {
    const angle = -0.9 + (i / 8) * 1.8
    const blade = add(
      scene,
      new THREE.CapsuleGeometry(size * 0.06, size * 1.15, 4, 8),
      matte(color),
      x + Math.sin(angle) * size * 0.6 * Math.cos(turn),
      Math.cos(angle) * size * 0.65,
      z + Math.sin(angle) * size * 0.6 * Math.sin(turn),
    )
    blade.rotation.set(0, -turn, -angle)
  }
}

function tubes(scene, x, z, size, color, random) {
  for (let i = 0; i < 6; i++) {
    const height = size * random.between(0.5, 1.3)
    const dx = random.between(-0.35, 0.35) * size
    const dz = random.between(-0.35, 0.35) * size
    add(scene, cylinder(size * 0.16, size * 0.12, height, 14), matte(color), x + dx, height / 2, z + dz)
    add(
      scene,
      cylinder(size * 0.1, size * 0.1, 0.02, 14),
      lit('#fff0c0', 0.9),
      x + dx,
      height + 0.005,
      z + dz,
      false,
    )
  }
}

function brain(scene, x, z, size, color) {
  const lump = add(
    scene,
    new THREE.IcosahedronGeometry(size * 0.5, 3),
    matte(color, { flatShading: true }),
    x,
    size * 0.18,
    z,
  )
  lump.scale.y = 0.75
}

function kelp(scene, x, z, random) {
  for (let strand = 0; strand < 6; strand++) {
    const phase = random.between(0, 6)
    const sx = x + random.between(-0.7, 0.7)
    const sz = z + random.between(-0.5, 0.5)
    const points = Array.from(
      { length: 9 },
      (_, i) =>
        new THREE.Vector3(sx + Math.sin(i * 0.8 + phase) * 0.16 * i * 0.4, i * random.between(0.5, 0.62), sz),
    )
    add(
      scene,
      new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points), 40, 0.075, 6),
      matte(hsl(HUE - 30, 0.42, 0.3)),
    )
  }
}

function jellyfish(scene, x, y, z, size, color) {
  const bell = new THREE.MeshStandardMaterial({
    color,
    emissive: color,
    emissiveIntensity: 0.55,
    transparent: true,
    opacity: 0.72,
    side: THREE.DoubleSide,
    roughness: 0.4,
  })
  const cap = add(
    scene,
    new THREE.SphereGeometry(size, 32, 16, 0, Math.PI * 2, 0, Math.PI / 1.9),
    bell,
    x,
    y,
    z,
    false,
  )
  cap.scale.y = 0.86
  add(scene, ball(size * 0.4, 20), lit(color, 1.05), x, y + size * 0.25, z, false)
  for (let i = 0; i < 9; i++) {
    const angle = (i / 9) * Math.PI * 2
    const points = Array.from(
      { length: 7 },
      (_, k) =>
        new THREE.Vector3(
          x + Math.cos(angle) * size * (0.7 - k * 0.045) + Math.sin(k * 1.1 + i) * size * 0.1,
          y - k * size * 0.36,
          z + Math.sin(angle) * size * 0.7,
        ),
    )
    add(
      scene,
      new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points), 24, size * 0.028, 5),
      lit(color, 0.85),
      0,
      0,
      0,
      false,
    )
  }
  lamp(scene, x, y - size, z, { color, power: size * 7, reach: 6, body: false })
}

function school(scene, random) {
  for (let i = 0; i < 30; i++) {
    const group = new THREE.Group()
    const skin = matte(i % 5 === 0 ? '#ffb35c' : '#f3fff9', { roughness: 0.4 })
    const body = add(group, ball(0.13, 12), skin)
    body.scale.set(1.7, 0.8, 0.45)
    const tail = add(group, new THREE.ConeGeometry(0.1, 0.18, 4), skin, -0.27, 0, 0)
    tail.rotation.z = -Math.PI / 2
    tail.scale.z = 0.3
    const t = i / 30
    group.position.set(
      -2.6 + t * 6.4 + random.between(-0.5, 0.5),
      3.2 + Math.sin(t * 4) * 0.7 + random.between(-0.45, 0.45),
      1.2 + random.between(-1, 1),
    )
    group.rotation.z = Math.cos(t * 4) * 0.3
    scene.add(group)
  }
}

function beams(scene) {
  const light = new THREE.MeshBasicMaterial({
    color: hsl(HUE, 0.6, 0.7),
    transparent: true,
    opacity: 0.045,
    blending: THREE.AdditiveBlending,
    depthWrite: false,
    side: THREE.DoubleSide,
    fog: false,
  })
  for (const [x, z, width, lean] of [
    [-4, -4, 1.4, 0.22],
    [-0.5, -6, 2, 0.14],
    [3.4, -5, 1.5, 0.2],
    [6.5, -7, 1.8, 0.1],
  ]) {
    const beam = add(scene, cylinder(width * 0.45, width * 1.2, 16, 32), light, x, 6, z, false)
    beam.rotation.z = lean
  }
}
