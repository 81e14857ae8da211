// The building blocks of the scenes. Colours are given as hue (the world's), saturation and lightness.
import * as THREE from 'three'

export const hsl = (h, s, l) => new THREE.Color().setHSL((((h % 360) + 360) % 360) / 360, s, l)

/** Repeatable randomness (mulberry32). */
export function dice(seed) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    between: (a, b) => a + next() * (b - a),
    pick: (list) => list[Math.floor(next() * list.length)],
  })
}

export const matte = (color, more = {}) =>
  new THREE.MeshStandardMaterial({ color, roughness: 0.88, metalness: 0, ...more })
/** A surface that shines by itself; `power` above 1 blooms. */
export const lit = (color, power = 1.6) =>
  new THREE.MeshBasicMaterial({ color: new THREE.Color(color).multiplyScalar(power), fog: false })

export function add(parent, geometry, material, x = 0, y = 0, z = 0, shadow = true) {
  const mesh = new THREE.Mesh(geometry, material)
  mesh.position.set(x, y, z)
  mesh.castShadow = shadow
  mesh.receiveShadow = shadow
  parent.add(mesh)
  return mesh
}

export const box = (w, h, d) => new THREE.BoxGeometry(w, h, d)
export const cylinder = (top, bottom, height, sides = 32) =>
  new THREE.CylinderGeometry(top, bottom, height, sides)
export const ball = (radius, detail = 24) => new THREE.SphereGeometry(radius, detail, Math.ceil(detail * 0.7))

/** Sky, stars, the moon's light and the glow of the ground. */
export function night(
  scene,
  hue,
  { fog = [26, 70], sky = 0.075, moon = 1.5, from = [-9, 14, 8], fill = 0.55, stars = 260 } = {},
) {
  scene.background = hsl(hue, 0.5, sky)
  scene.fog = new THREE.Fog(hsl(hue, 0.5, sky), fog[0], fog[1])
  scene.add(new THREE.HemisphereLight(hsl(hue, 0.55, 0.6), hsl(hue + 20, 0.6, 0.12), fill))
  const light = new THREE.DirectionalLight(hsl(hue - 10, 0.35, 0.8), moon)
  light.position.set(...from)
  light.castShadow = true
  light.shadow.mapSize.set(2048, 2048)
  light.shadow.radius = 5
  light.shadow.bias = -0.0005
  light.shadow.normalBias = 0.03
  Object.assign(light.shadow.camera, { left: -14, right: 14, top: 14, bottom: -14, far: 60 })
  scene.add(light)
  const random = dice(hue * 7 + 3)
  for (let i = 0; i < stars; i++) {
    const star = add(
      scene,
      ball(random.between(0.03, 0.11), 6),
      lit(hsl(hue, 0.4, 0.85), random.between(0.5, 1.3)),
      0,
      0,
      0,
      false,
    )
    const angle = random.between(-1, 1)
    star.position.set(Math.sin(angle) * 80, random.between(-6, 46), -Math.cos(angle) * 80)
  }
}

/** A light with a body: what is lit is seen to be lit by something. */
export function lamp(
  parent,
  x,
  y,
  z,
  { color = '#ffc46b', size = 0.12, power = 8, reach = 7, body = true } = {},
) {
  if (body) add(parent, ball(size, 16), lit(color, 2.2), x, y, z, false)
  const light = new THREE.PointLight(color, power, reach, 1.8)
  light.position.set(x, y, z)
  parent.add(light)
}

/** A person: a capsule with a head; at this size that is all one sees. */
export function person(parent, x, z, color, { y = 0, turn = 0, size = 1 } = {}) {
  const group = new THREE.Group()
  add(group, new THREE.CapsuleGeometry(0.13, 0.28, 6, 14), matte(color), 0, 0.3, 0)
  add(group, ball(0.115, 18), matte('#f3d6bd'), 0, 0.66, 0)
  group.position.set(x, y, z)
  group.rotation.y = turn
  group.scale.setScalar(size)
  parent.add(group)
  return group
}

export function cypress(parent, x, z, color, height = 1.8, y = 0) {
  add(parent, cylinder(0.05, 0.07, 0.3, 8), matte('#4a3a34'), x, y + 0.15, z)
  const crown = add(parent, ball(0.36, 14), matte(color, { flatShading: true }), x, y + 0.25 + height / 2, z)
  crown.scale.set(0.85, height / 0.72, 0.85)
}

export function roundTree(parent, x, z, color, size = 0.6, y = 0) {
  add(parent, cylinder(0.05, 0.08, size * 1.3, 8), matte('#4a3a34'), x, y + size * 0.65, z)
  const crown = add(
    parent,
    new THREE.IcosahedronGeometry(size, 1),
    matte(color, { flatShading: true }),
    x,
    y + size * 1.7,
    z,
  )
  crown.rotation.set(x, z, x + z)
}

export function aim(camera, from, at, fov = 26) {
  camera.fov = fov
  camera.position.set(...from)
  camera.lookAt(...at)
  camera.updateProjectionMatrix()
}
