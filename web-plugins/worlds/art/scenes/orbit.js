// orbit: a garden under glass on a station that circles a planet.
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

const HUE = 205

export function build(scene, camera) {
  const random = dice(21)
  night(scene, HUE, { fog: [60, 140], moon: 1.7, fill: 0.42, sky: 0.035, from: [-10, 9, 9], stars: 700 })
  planet(scene)

  const station = new THREE.Group()
  station.rotation.set(0.1, 0, -0.1)
  scene.add(station)
  const hull = matte(hsl(HUE, 0.14, 0.72), { roughness: 0.45, metalness: 0.25 })
  const dark = matte(hsl(HUE, 0.28, 0.3), { roughness: 0.6, metalness: 0.2 })

  // The dish that carries the garden.
  add(station, cylinder(4.3, 4.55, 0.4, 72), hull, 0, 0, 0)
  add(station, cylinder(4.55, 2.2, 1.2, 72), dark, 0, -0.8, 0)
  add(station, cylinder(2.2, 1.1, 0.9, 48), hull, 0, -1.85, 0)
  add(station, cylinder(0.35, 0.2, 2.4, 24), dark, 0, -3.3, 0)
  add(station, ball(0.32, 20), lit('#7fe0ff', 1.8), 0, -4.6, 0, false)
  for (let i = 0; i < 36; i++) {
    const angle = (i / 36) * Math.PI * 2
    if (random() > 0.2) {
      const pane = add(
        station,
        box(0.26, 0.15, 0.04),
        lit('#ffd890', 1.25),
        Math.cos(angle) * 3.62,
        -0.72,
        Math.sin(angle) * 3.62,
        false,
      )
      pane.rotation.set(0, Math.PI / 2 - angle, 0)
    }
  }
  garden(station, random)
  dome(station)
  ring(station, hull, dark)

  for (const [x, y, z, turn] of [
    [-6.3, 2.6, 2.4, 0.6],
    [6.6, 3.1, -1.5, -0.5],
    [5.4, -2.4, 3.6, 0.9],
  ])
    shuttle(scene, x, y, z, turn, hull)
  aim(camera, [0, 4.6, 18.5], [0, 0.15, 0], 31)
  return { strength: 0.5 }
}

function garden(station, random) {
  add(station, cylinder(4.1, 4.1, 0.14, 72), matte(hsl(132, 0.32, 0.3)), 0, 0.24, 0)
  const path = add(station, new THREE.TorusGeometry(2.35, 0.3, 8, 80), matte(hsl(42, 0.3, 0.62)), 0, 0.12, 0)
  path.rotation.x = Math.PI / 2
  add(
    station,
    cylinder(1.15, 1.15, 0.06, 48),
    matte(hsl(195, 0.55, 0.42), { roughness: 0.15, metalness: 0.3 }),
    0,
    0.33,
    0,
  )
  add(station, ball(0.2, 20), lit('#c8f04b', 1.7), 0, 0.75, 0, false)
  lamp(station, 0, 1.5, 0, { color: '#ffe2a8', power: 13, reach: 8, body: false })
  const greens = [
    hsl(120, 0.34, 0.34),
    hsl(98, 0.4, 0.4),
    hsl(150, 0.32, 0.32),
    hsl(338, 0.55, 0.66),
    hsl(38, 0.6, 0.56),
  ]
  for (let i = 0; i < 34; i++) {
    const angle = random.between(0, Math.PI * 2)
    const radius = random() > 0.35 ? random.between(2.85, 3.75) : random.between(1.35, 1.85)
    roundTree(
      station,
      Math.cos(angle) * radius,
      Math.sin(angle) * radius,
      random.pick(greens),
      random.between(0.2, 0.44),
      0.3,
    )
  }
  for (let i = 0; i < 5; i++) {
    const angle = i * 1.25 + 0.4
    add(station, box(0.7, 0.55, 0.6), matte('#f2ece0'), Math.cos(angle) * 3.1, 0.58, Math.sin(angle) * 3.1)
    add(
      station,
      new THREE.ConeGeometry(0.56, 0.36, 4),
      matte(hsl(14, 0.5, 0.48)),
      Math.cos(angle) * 3.1,
      1.03,
      Math.sin(angle) * 3.1,
    )
    add(
      station,
      box(0.18, 0.24, 0.62),
      lit('#ffcf70', 1.3),
      Math.cos(angle) * 3.1,
      0.58,
      Math.sin(angle) * 3.1,
      false,
    )
  }
  for (const [angle, color] of [
    [0.9, '#f7f3e8'],
    [1.15, '#ff9d7a'],
    [2.2, '#c8f04b'],
    [1.75, '#b7a8ff'],
    [0.3, '#ffd35c'],
  ]) {
    person(station, Math.cos(angle) * 2.35, Math.sin(angle) * 2.35, color, { y: 0.38, size: 0.8 })
  }
}

function dome(station) {
  const glass = new THREE.MeshStandardMaterial({
    color: hsl(HUE, 0.6, 0.75),
    transparent: true,
    opacity: 0.1,
    roughness: 0.05,
    metalness: 0.1,
    side: THREE.DoubleSide,
    depthWrite: false,
  })
  const shell = add(
    station,
    new THREE.SphereGeometry(4.15, 48, 24, 0, Math.PI * 2, 0, Math.PI / 2),
    glass,
    0,
    0.25,
    0,
    false,
  )
  shell.scale.y = 0.78
  const rib = matte(hsl(HUE, 0.2, 0.72), { metalness: 0.3, roughness: 0.4 })
  for (let i = 0; i < 6; i++) {
    const arc = add(station, new THREE.TorusGeometry(4.15, 0.035, 8, 60, Math.PI), rib, 0, 0.25, 0, false)
    arc.rotation.y = (i / 6) * Math.PI
    arc.scale.y = 0.78
  }
  for (const [radius, y] of [
    [3.6, 1.87],
    [2.2, 3],
  ]) {
    const hoop = add(station, new THREE.TorusGeometry(radius, 0.03, 8, 80), rib, 0, y, 0, false)
    hoop.rotation.x = Math.PI / 2
  }
}

function ring(station, hull, dark) {
  const group = new THREE.Group()
  group.rotation.x = Math.PI / 2
  group.position.y = -0.55
  station.add(group)
  add(group, new THREE.TorusGeometry(6.3, 0.24, 16, 140), hull)
  add(group, new THREE.TorusGeometry(6.3, 0.27, 8, 140), dark).scale.set(1, 1, 0.4)
  for (let i = 0; i < 8; i++) {
    const angle = (i / 8) * Math.PI * 2
    const spoke = add(
      group,
      cylinder(0.07, 0.07, 2.1, 10),
      hull,
      Math.cos(angle) * 5.3,
      Math.sin(angle) * 5.3,
      0,
    )
    spoke.rotation.z = angle + Math.PI / 2
  }
  for (let i = 0; i < 64; i++) {
    const angle = (i / 64) * Math.PI * 2
    add(
      group,
      ball(0.06, 8),
      lit(i % 8 === 0 ? '#c8f04b' : '#9fe4ff', 1.5),
      Math.cos(angle) * 6.56,
      Math.sin(angle) * 6.56,
      -0.02,
      false,
    )
  }
}

function shuttle(scene, x, y, z, turn, hull) {
  const group = new THREE.Group()
  const body = add(group, new THREE.CapsuleGeometry(0.17, 0.5, 8, 16), hull)
  body.rotation.z = Math.PI / 2
  add(group, box(0.2, 0.03, 0.7), hull, -0.1, 0, 0)
  add(group, ball(0.1, 12), lit('#ffb36b', 1.8), -0.44, 0, 0, false)
  const trail = add(group, new THREE.ConeGeometry(0.07, 1.1, 10), lit('#ff9d54', 0.8), -1, 0, 0, false)
  trail.rotation.z = Math.PI / 2
  group.position.set(x, y, z)
  group.rotation.set(0, turn, 0.18)
  scene.add(group)
}

function planet(scene) {
  const globe = add(
    scene,
    ball(26, 96),
    matte(hsl(HUE + 8, 0.55, 0.17), { map: clouds() }),
    15,
    -27,
    -42,
    false,
  )
  globe.rotation.set(0.5, 0.4, 0.35)
  const air = add(
    scene,
    ball(26.6, 96),
    new THREE.MeshBasicMaterial({
      color: hsl(HUE - 10, 0.8, 0.6),
      transparent: true,
      opacity: 0.16,
      side: THREE.BackSide,
      fog: false,
    }),
    15,
    -27,
    -42,
    false,
  )
  air.scale.setScalar(1.02)
  const moon = add(scene, ball(1.7, 40), matte(hsl(40, 0.12, 0.62)), -15, 10, -40, false)
  moon.rotation.y = 1
}

/** Bands of weather for the planet. */
function clouds() {
  const random = dice(4)
  const canvas = Object.assign(document.createElement('canvas'), { width: 1024, height: 512 })
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#b9d6ee'
  pen.fillRect(0, 0, 1024, 512)
  for (let i = 0; i < 420; i++) {
    pen.fillStyle = random() > 0.45 ? 'rgba(255,255,255,0.16)' : 'rgba(20,70,130,0.16)'
    pen.beginPath()
    pen.ellipse(
      random() * 1024,
      random() * 512,
      random.between(30, 150),
      random.between(2, 10),
      random.between(-0.08, 0.08),
      0,
      Math.PI * 2,
    )
    pen.fill()
  }
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  return texture
}
