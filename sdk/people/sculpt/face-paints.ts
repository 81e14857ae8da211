// A face as paints of the portrait, from the curves that also make the atlas.
import { BLUSH, EYE, type FaceCell } from '../src/face-cells'
import type { FacePaints, Paint } from '../src/portrait'
import { type Pen, type Point, shapesOf } from './faces'
import { curve, unit } from './sdf'
import { numbers } from './trace'

const WHITE = '#f4eef2'
const INK = '#33272f'

export function facePaints(name: FaceCell): FacePaints {
  const s = shapesOf(name)
  const cheek = (x: number): Paint => ({
    d: ellipse(x, 139, 13, 9),
    fill: '#ee6f70',
    tone: 0,
    opacity: round(0.4 * BLUSH[name]),
  })
  const eye = (paint: Omit<Paint, 'tone'>, tone = 0): Paint => ({ ...paint, tone, clip: 'eyes' })
  const eyes = [-1, 1].flatMap((side) => {
    const x = 120 + side * EYE.x
    return [
      eye({ d: ellipse(x, EYE.y + 0.6, 7.9, 10.9), fill: 'iris' }, -0.45),
      eye({ d: ellipse(x, EYE.y + 1.4, 6.5, 9.2), fill: 'iris' }),
      eye({ d: ellipse(x, EYE.y + 6, 4.4, 3.6), fill: 'iris' }, 0.3),
      eye({ d: ellipse(x, EYE.y - 0.4, 4.3, 4.3), fill: '#1a1418' }),
      eye({ d: `M${numbers([x + 2.5, EYE.y - 6.8])}l3.1 3.1l-3.1 3.1l-3.1-3.1Z`, fill: '#ffffff' }),
      eye({ d: ellipse(x - 2.9, EYE.y + 4.3, 1.3, 1.3), fill: '#ffffff', opacity: 0.8 }),
    ]
  })
  const paint =
    (fill: Paint['fill'], tone = 0, opacity?: number) =>
    (d: string): Paint => ({ d, fill, tone, ...(opacity && { opacity }) })
  return {
    clip: s.holes.map(closed).join(''),
    paints: [
      ...[cheek(84), cheek(156)],
      ...(s.holes.length ? [eye({ d: 'M72 100h96v44h-96Z', fill: WHITE }), ...eyes] : []),
      ...s.lashes.map(stroke).map(paint(INK)),
      ...s.brows.map(stroke).map(paint('hair', -0.25, 0.88)),
      ...s.mouth.map(closed).map(paint('#8c2f3a')),
      ...s.teeth.map(closed).map(paint('#ffffff')),
      ...s.tongue.map(closed).map(paint('#e8838a')),
      ...s.lips.map(stroke).map(paint('#a9483f')),
      paint('skin', -0.22)(stroke(curve(NOSE, 4))),
    ],
  }
}
const NOSE: Pen[] = [
  [116.6, 133.8, 0.9],
  [118.4, 135.2, 1.5],
  [121.6, 135.2, 1.5],
  [123.4, 133.8, 0.9],
]

const round = (v: number) => Math.round(v * 100) / 100
/** Corners as relative lines. */
function closed(points: readonly Point[]): string {
  let [x, y] = [0, 0]
  const parts = points.map(([px, py], i) => {
    const step = numbers([px - x, py - y])
    // What rounding leaves goes into the next step.
    x += Math.round((px - x) * 10) / 10
    y += Math.round((py - y) * 10) / 10
    return `${i ? 'l' : 'M'}${step}`
  })
  return `${parts.join('')}Z`
}

/** The outline of a line of changing width: along its left side, then back along its right side. */
function stroke(points: readonly Pen[]): string {
  const sides = points.map(([x, y, r], i) => {
    const a = points[Math.max(0, i - 1)] as Pen
    const b = points[Math.min(points.length - 1, i + 1)] as Pen
    const [dx, dy] = unit([b[0] - a[0], b[1] - a[1], 0])
    return [[x - dy * r, y + dx * r] as Point, [x + dy * r, y - dx * r] as Point] as const
  })
  return closed([...sides.map(([one]) => one), ...sides.map(([, other]) => other).reverse()])
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  const arc = (to: number) => `a${numbers([rx, ry])} 0 1 1 ${numbers([to, 0])}`
  return `M${numbers([x - rx, y])}${arc(2 * rx)}${arc(-2 * rx)}Z`
}
