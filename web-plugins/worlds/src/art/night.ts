// Composes a night from a name: moon, stars, three lines of hills, three to five houses.
import { sequenceOf } from '@witverse/sdk'

interface House {
  key: string
  x: number
  base: number
  width: number
  height: number
  roof: string
  windows: { key: string; x: number; y: number; lit: boolean }[]
}

const WIDTH = 480
const HEIGHT = 320

export function drawNight(name: string) {
  const random = sequenceOf(name)
  const between = (low: number, high: number) => low + random() * (high - low)
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i))

  const moon = { x: between(90, 390), y: between(46, 92), r: between(18, 30) }
  const stars = many(34, (index) => ({
    key: `s${index}`,
    x: round(between(0, WIDTH)),
    y: round(between(6, 190)),
    r: round(between(0.5, 1.7)),
  }))
  const hills = many(3, (index) => ({
    key: `h${index}`,
    depth: index,
    path: hill(176 + index * 34, 30 - index * 5, random),
  }))
  const count = 3 + Math.floor(random() * 3)
  const houses = many(count, (index) =>
    house(`c${index}`, 110 + (index * 270) / count + between(-10, 14), random),
  )
  return { moon, stars, hills, houses, foreground: hill(292, 8, random) }
}

function hill(y: number, swell: number, random: () => number): string {
  const points = Array.from({ length: 5 }, (_, index) => ({
    x: index * 120,
    y: y + (random() - 0.5) * swell * 2,
  }))
  const curve = points.slice(1).map((point, index) => {
    const from = points[index] ?? point
    const middle = (from.x + point.x) / 2
    return `C${middle} ${round(from.y)} ${middle} ${round(point.y)} ${point.x} ${round(point.y)}`
  })
  return `M0 ${round(points[0]?.y ?? y)} ${curve.join(' ')} V${HEIGHT} H0 Z`
}

function house(key: string, x: number, random: () => number): House {
  const width = round(30 + random() * 30)
  const height = round(30 + random() * 54)
  const base = round(266 + random() * 16)
  const top = base - height
  const peak = round(12 + random() * 16)
  const columns = width > 44 ? 3 : 2
  const rows = height > 58 ? 3 : 2
  const gap = width / (columns + 1)
  const windows = Array.from({ length: columns * rows }, (_, index) => ({
    key: `${key}w${index}`,
    x: round(x + gap * ((index % columns) + 1) - 3.5),
    y: round(top + 9 + Math.floor(index / columns) * 18),
    lit: random() > 0.36,
  }))
  const roof =
    random() > 0.3
      ? `M${round(x - 5)} ${top} L${round(x + width / 2)} ${top - peak} L${round(x + width + 5)} ${top} Z`
      : `M${round(x - 3)} ${top} h${width + 6} v-6 h${-(width + 6)} Z`
  return { key, x: round(x), base, width, height, roof, windows }
}

const round = (value: number): number => Math.round(value * 10) / 10
