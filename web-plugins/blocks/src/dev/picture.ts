// Pictures of the templates, and sheets of all kinds, without a session. `npm run pictures` calls `window.picture`.
import { PerspectiveCamera, Scene as Space, WebGLRenderer } from 'three'
import { World } from '../room/collision'
import { lightAt } from '../room/daylight'
import { KINDS, type KindName, kindOf } from '../room/kinds'
import { lampsOf, parseScene, type Scene } from '../room/scene'
import '../three/catalogue/all'
import { motes } from '../three/motes'
import type { Levels } from '../three/people/levels'
import { type Drawn, People } from '../three/people/people'
import { release } from '../three/release'
import { buildScenery } from '../three/scenery'
import { light, setLight } from '../three/shaders'
import { SCENES } from './scenes'

const PICTURE_LEVELS: Levels = [60, 0, 0]

interface Shot {
  scene: string
  hour?: number
  from: [number, number, number]
  to: [number, number, number]
  width: number
  height: number
  /** Of a WebP; 1 is without loss. */
  quality?: number
  /** WebP if it is not named. */
  type?: 'image/png'
  fov?: number
  /** Without people. */
  isEmpty?: boolean
  /** How far the first lamp of the scene is moved: what the comparison of frames has to find. */
  lampMovedM?: number
}

/** Between a picture and the recorded one. */
interface Difference {
  /** How many pixels differ by more than one step of a channel, and by how many steps at most. */
  pixels: number
  steps: number
}

declare global {
  interface Window {
    picture?: (shot: Shot) => Promise<string>
    comparePicture?: (shot: Shot, expected: string) => Promise<Difference>
  }
}

window.picture = async (shot) => {
  const { canvas, close } = await draw(shot)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, shot.type ?? 'image/webp', shot.quality ?? 1),
  )
  close()
  const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

window.comparePicture = async (shot, expected) => {
  const { canvas, close } = await draw(shot)
  const actual = pixelsOf(canvas, shot)
  close()
  const bytes = Uint8Array.from(atob(expected), (one) => one.charCodeAt(0))
  const recorded = pixelsOf(await createImageBitmap(new Blob([bytes])), shot)
  let [pixels, steps] = [0, 0]
  for (let at = 0; at < actual.length; at += 4) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((actual[at + channel] ?? 0) - (recorded[at + channel] ?? 0)),
    )
    const most = Math.max(...channels)
    if (most > 1) pixels++
    steps = Math.max(steps, most)
  }
  return { pixels, steps }
}

/** One frame at a fixed time: the hour of the shot, and three seconds on the clock of wind, water and flames. */
async function draw({ scene: name, hour, from, to, width, height, fov = 50, isEmpty, lampMovedM }: Shot) {
  const scene = name.startsWith('kinds ') ? sheet(Number(name.slice(6))) : parseScene(SCENES[name]).scene
  const lamp = scene.objects.find(({ kind }) => kindOf(kind).lamp)
  if (lamp && lampMovedM) lamp.x += lampMovedM
  const canvas = document.createElement('canvas')
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true })
  renderer.setSize(width, height, false)
  const space = new Space()
  const people = new People(60, lampsOf(scene))
  space.add(buildScenery(scene), people.group)
  const air = motes(scene)
  if (air) space.add(air)
  const lens = new PerspectiveCamera(fov, width / height, 0.1, 160)
  lens.position.set(...from)
  lens.lookAt(...to)
  if (!isEmpty) {
    const present = visitors(scene)
    people.update(present, 0, lens, PICTURE_LEVELS)
    await people.loaded()
    people.update(present, 0.3, lens, PICTURE_LEVELS)
  }
  setLight(lightAt(hour ?? scene.sky.hour ?? 20, scene.sky.hue, scene.ambience))
  if (name.startsWith('kinds ')) light.uFogRange.value.set(900, 999, 0)
  light.uTime.value = 3
  renderer.render(space, lens)
  const close = () => {
    people.dispose()
    release(renderer)
  }
  return { canvas, close }
}

function pixelsOf(picture: CanvasImageSource, { width, height }: Shot): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D context')
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, width, height).data
}

/** Every third seat is taken, and some people stand where others arrive. */
function visitors(scene: Scene): Drawn[] {
  const seated = scene.seats.filter((_, i) => i % 3 === 0).slice(0, 14)
  const world = World.of(scene)
  const standing = scene.spawns
    .slice(0, 3)
    .map(({ x, y, z, yaw }) => ({ x, y, z: z - 3, yaw: yaw + 2 }))
    .filter(({ x, z }) => world.isFree(x, z, 0.4, 0, 1.6))
    .filter((one) => seated.every(({ x, z }) => Math.hypot(x - one.x, z - one.z) > 1.6))
  return [
    ...seated.map((place, slot) => ({
      ...place,
      motion: 'sit' as const,
      slot,
      user: `seated ${slot * 7}`,
      look: null,
    })),
    ...standing.map((place, i) => ({
      ...place,
      motion: i === 1 ? ('wave' as const) : ('idle' as const),
      slot: 100 + i,
      user: `guest ${i * 3}`,
      look: null,
    })),
  ]
}

/** 40 kinds on a floor of their own. */
function sheet(page: number): Scene {
  const names = (Object.keys(KINDS) as KindName[]).slice(page * 40, page * 40 + 40)
  const objects = names.map((kind, i) => ({
    ...{ id: kind, kind, x: 4 + (i % 8) * 7, y: 0, z: 4 + Math.floor(i / 8) * 8, yaw: 0.35 },
    ...{ scale: 1, colour: kindOf(kind).colour },
  }))
  return {
    ...{ seed: 4, size: 60, ground: { kind: 'concrete', colour: '#77748f' }, sky: { hue: 250, hour: 17.5 } },
    ...{ objects, spawns: [], seats: [], links: [], lamps: [] },
  }
}
