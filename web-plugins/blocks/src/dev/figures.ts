// A sheet of people: every hair style, face, body, clothes and model of gear, near or in a crowd. `npm run figures` photographs it.
import { BODIES, BOTTOM_STYLES, FACES, HAIRS, TOP_STYLES } from '@witverse/people/styles'
import { Color, PerspectiveCamera, Scene as Space, WebGLRenderer } from 'three'
import type { Motion } from '../room/codes'
import { lightAt } from '../room/daylight'
import { GEAR } from '../three/gear'
import type { Levels } from '../three/people/levels'
import { type Drawn, People } from '../three/people/people'
import { setLight } from '../three/shaders'

const SKINS = ['#ffe4d2', '#f0c49b', '#c48a5c', '#7c4e35']
const TOPS = ['#7a63e8', '#e8705f', '#3f9c8a', '#e8a94a', '#4d83d6', '#f1ede2']
const BOTTOMS = ['#2f3358', '#566680', '#5a3a63', '#c2ab88', '#2a2833']
const HAIR_COLORS = ['#231d24', '#7d4f33', '#d9b26a', '#b04a32', '#4a68c8']

export interface Sheet {
  /** Which part of a look differs from person to person. */
  of: 'all' | 'hair' | 'topStyle' | 'bottomStyle' | 'face' | 'gear' | 'body'
  motion?: Motion
  /** Seconds into the motion. */
  at?: number
  /** Radians: 0 is the front. */
  yaw?: number
  hour?: number
  level?: 0 | 1 | 2 | 3
  /** Closer to the head. */
  isClose?: boolean
  columns?: number
}

declare global {
  interface Window {
    sheet?: (sheet: Sheet) => Promise<{ draws: number; triangles: number; ms: number }>
  }
}

const at = <T>(from: readonly T[], i: number): T | undefined => from[i % from.length]

function lookAt(of: Sheet['of'], i: number) {
  const any = (step: number) => (of === 'all' ? i * step : 0)
  return {
    ...{ v: 2, body: of === 'body' ? at(BODIES, i) : at(BODIES, any(3) + 2), skin: at(SKINS, i) },
    face: of === 'face' ? at(FACES, i) : at(FACES, any(1) + 1),
    hair: of === 'hair' ? at(HAIRS, i) : at(HAIRS, of === 'gear' ? i : any(5) + 1),
    ...{ hairColor: at(HAIR_COLORS, i * 3), top: at(TOPS, i), bottom: at(BOTTOMS, i) },
    topStyle: of === 'topStyle' ? at(TOP_STYLES, i) : at(TOP_STYLES, any(3)),
    bottomStyle: of === 'bottomStyle' ? at(BOTTOM_STYLES, i) : at(BOTTOM_STYLES, any(5)),
    gear: of === 'gear' ? { worn: at(Object.keys(GEAR), i) } : {},
    ...(of === 'gear' && at(Object.keys(GEAR), i) === 'space-suit' && { hides: ['torso', 'arms', 'legs'] }),
  }
}

const COUNTS = {
  ...{ all: 24, hair: HAIRS.length, topStyle: TOP_STYLES.length, bottomStyle: BOTTOM_STYLES.length },
  ...{ face: FACES.length, gear: Object.keys(GEAR).length, body: BODIES.length },
}
const LEVELS: readonly Levels[] = [
  [999, 0, 0],
  [0, 999, 0],
  [0, 0, 999],
  [0, 0, 0],
]

const canvas = document.createElement('canvas')
document.body.append(canvas)
document.body.style.margin = '0'
const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true })
renderer.setSize(innerWidth, innerHeight)

window.sheet = async (sheet) => {
  const { of, motion = 'idle', at: seconds = 0.6, yaw = 0.35, hour = 14 } = sheet
  const { level = 0, isClose = false, columns = 8 } = sheet
  const people = new People(60, [])
  const space = new Space()
  space.background = new Color(hour > 7 && hour < 18 ? '#b9c6ea' : '#2a2a48')
  space.add(people.group)
  const rows = Math.ceil(COUNTS[of] / columns)
  const wide = isClose ? 0.66 : 1.05
  const high = isClose ? 0.72 : 1.95
  const drawn: Drawn[] = Array.from({ length: COUNTS[of] }, (_, i) => ({
    ...{ slot: i, user: `figure ${i}`, look: JSON.stringify(lookAt(of, i)) },
    ...{ x: ((i % columns) - (columns - 1) / 2) * wide, y: -Math.floor(i / columns) * high, z: 0 },
    ...{ yaw: -yaw, motion },
  }))
  const lens = new PerspectiveCamera(20, innerWidth / innerHeight, 0.1, 100)
  const middle = (isClose ? 1.28 : 0.82) - ((rows - 1) * high) / 2
  const [across, up] = [columns * wide, rows * high]
  const distance = (Math.max(up, across / lens.aspect) / 2 / Math.tan((10 * Math.PI) / 180)) * 1.04
  lens.position.set(0, middle + 0.1, distance)
  lens.lookAt(0, middle, 0)
  setLight(lightAt(hour, 0.6))
  const levels = LEVELS[level]
  people.update(drawn, 0, lens, levels)
  await people.loaded()
  people.update(drawn, seconds, lens, levels)
  for (let i = 0; i < 3; i++) people.update(drawn, 0.2, lens, levels)
  const start = performance.now()
  people.update(drawn, 0.016, lens, levels)
  const ms = performance.now() - start
  renderer.render(space, lens)
  const { calls: draws, triangles } = renderer.info.render
  people.dispose()
  return { draws, triangles, ms }
}
