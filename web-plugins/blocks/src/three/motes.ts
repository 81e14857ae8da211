// What drifts in the air of a room: rain, snow, embers, bubbles, fireflies. Points in a box that moves with the camera;
// the shader lets them fall, so that nothing is written per frame.
import { BufferAttribute, BufferGeometry, Points } from 'three'
import { dice } from '../room/dice'
import type { Ambience, Scene } from '../room/scene'
import { type MoteStyle, motesMaterial } from './shaders'

const MOTES: Partial<Record<Ambience, MoteStyle & { count: number }>> = {
  garden: { count: 70, colour: '#ffe9a0', speed: -0.06, sway: 0.7, size: 26, stretch: 1, alpha: 0.85 },
  winter: { count: 520, colour: '#f4f8ff', speed: 0.85, sway: 0.5, size: 34, stretch: 1, alpha: 0.85 },
  rain: { count: 640, colour: '#c8d6f2', speed: 9, sway: 0.04, size: 200, stretch: 10, alpha: 0.42 },
  fire: { count: 60, colour: '#ffb066', speed: -0.5, sway: 0.6, size: 20, stretch: 1, alpha: 0.8 },
  sea: { count: 170, colour: '#c8f4ee', speed: -0.28, sway: 0.35, size: 24, stretch: 1, alpha: 0.6 },
}

/** Null where the air is clear. */
export function motes(scene: Scene): Points | null {
  const style = scene.ambience && MOTES[scene.ambience]
  if (!style) return null
  const random = dice(scene.seed + 5)
  const place = Float32Array.from({ length: style.count * 3 }, () => random())
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(place, 3))
  const points = new Points(geometry, motesMaterial(style))
  points.frustumCulled = false
  points.matrixAutoUpdate = false
  points.renderOrder = 4
  return points
}
