// Camera, light and film: renders a scene at twice its size and lets its lights bloom.
import * as THREE from 'three'

export const WIDTH = 960
export const HEIGHT = 640
const SCALE = 2

/** Returns a function from WebP quality to a data URL. */
export function shoot(build) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
  renderer.setSize(WIDTH * SCALE, HEIGHT * SCALE, false)
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = THREE.PCFSoftShadowMap
  renderer.toneMapping = THREE.ACESFilmicToneMapping
  renderer.toneMappingExposure = 1

  const scene = new THREE.Scene()
  const camera = new THREE.PerspectiveCamera(26, WIDTH / HEIGHT, 0.1, 300)
  const bloom = { strength: 0.55, threshold: 1.15, contrast: 1.16, brightness: 0.94, ...build(scene, camera) }
  renderer.render(scene, camera)

  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const film = canvas.getContext('2d')
  film.imageSmoothingQuality = 'high'
  film.drawImage(renderer.domElement, 0, 0, WIDTH, HEIGHT)

  // Bloom: the bright parts alone, blurred at two sizes, added on top.
  const bright = document.createElement('canvas')
  bright.width = WIDTH
  bright.height = HEIGHT
  const light = bright.getContext('2d')
  light.filter = `brightness(${1 / bloom.threshold}) contrast(4) saturate(1.5)`
  light.drawImage(canvas, 0, 0)
  film.globalCompositeOperation = 'screen'
  for (const [radius, share] of [
    [5, 0.5],
    [18, 0.6],
    [48, 0.5],
  ]) {
    film.filter = `blur(${radius}px)`
    film.globalAlpha = bloom.strength * share
    film.drawImage(bright, 0, 0)
  }
  // Back to deep shadows: the screen lifted them a little everywhere.
  film.globalCompositeOperation = 'copy'
  film.globalAlpha = 1
  film.filter = `contrast(${bloom.contrast}) brightness(${bloom.brightness}) saturate(1.08)`
  film.drawImage(canvas, 0, 0)
  film.filter = 'none'
  return (quality) => canvas.toDataURL('image/webp', quality)
}
