// A sheet of figures: every hair style, face, body and model of gear. `npm run preview` photographs it.
import { Color, PerspectiveCamera, Scene as Space, WebGLRenderer } from 'three'
import { lightAt } from '../room/daylight'
import { FACES } from '../room/look'
import { GEAR } from '../three/gear'
import { HAIR } from '../three/hair'
import { type Drawn, People } from '../three/people'
import { setLight } from '../three/shaders'

const SKINS = ['#ffe4d2', '#f0c49b', '#c48a5c', '#7c4e35']
const TOPS = ['#7a63e8', '#e8705f', '#3f9c8a', '#e8a94a', '#4d83d6']
const HAIRS = ['#231d24', '#7d4f33', '#d9b26a', '#b04a32', '#4a68c8']
const COLUMNS = 10

const hair = ['buzz', ...Object.keys(HAIR)]
const faces = Object.keys(FACES)
const gear = Object.keys(GEAR)
const figures = Array.from({ length: 30 }, (_, i) => ({
  ...{ v: 1, body: ['petite', 'slim', 'regular', 'broad'][i % 4], face: faces[i % 8], hair: hair[i % 8] },
  ...{ skin: SKINS[i % 4], hairColor: HAIRS[(i * 3) % 5], top: TOPS[(i * 2) % 5], bottom: '#2f3358' },
  gear: i >= 10 && i < 21 ? { worn: gear[i - 10] } : {},
}))
const drawn: Drawn[] = figures.map((figure, slot) => ({
  ...{ slot, user: `figure ${slot}`, look: JSON.stringify(figure), y: -Math.floor(slot / COLUMNS) * 2.2 },
  ...{ x: ((slot % COLUMNS) - (COLUMNS - 1) / 2) * -1.15, z: 0, yaw: slot % 10 === 9 ? 2.6 : 0.35 },
  motion: slot >= 20 ? ((['walk', 'sit', 'wave', 'dance', 'run'] as const)[slot % 5] ?? 'idle') : 'idle',
}))
const canvas = document.createElement('canvas')
document.body.append(canvas)
document.body.style.margin = '0'
const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true })
renderer.setSize(innerWidth, innerHeight)
const space = new Space()
space.background = new Color('#8a86b4')
const people = new People(60, [])
space.add(people.group)
people.update(drawn, 0.3, { x: 0, z: 20 }, 40, ({ y }) => y)
const lens = new PerspectiveCamera(24, innerWidth / innerHeight, 0.1, 100)
lens.position.set(0, -0.9, 17)
setLight(lightAt(14, 0.5))
renderer.render(space, lens)
document.title = `${renderer.info.render.calls} draws, ${renderer.info.render.triangles} triangles`
