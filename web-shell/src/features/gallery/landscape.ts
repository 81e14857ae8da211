// Draws a small landscape as an SVG data address: hills and a light in one hue, repeatable for a name.
import { sequenceOf } from '@witverse/sdk'

const WIDTH = 1_200
const HEIGHT = 800

export function landscape(name: string, hue: number): string {
  const random = sequenceOf(name)
  const hills = [0, 1, 2, 3].map((layer) => hill(random, layer, hue)).join('')
  const x = 200 + random() * 800
  const y = 140 + random() * 160
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue} 45% 22%)"/>` +
    `<circle cx="${x}" cy="${y}" r="190" fill="hsl(${hue} 80% 70%)" opacity="0.14"/>` +
    `<circle cx="${x}" cy="${y}" r="64" fill="hsl(${hue} 90% 84%)"/>${hills}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function hill(random: () => number, layer: number, hue: number): string {
  const base = 380 + layer * 105
  const points = Array.from(
    { length: 7 },
    (_, index) => [index * 200, base + (random() - 0.5) * 130] as const,
  )
  const line = points
    .slice(1)
    .map(([x, y], index) => `S ${x - 100} ${y} ${x} ${(y + (points[index]?.[1] ?? y)) / 2}`)
    .join(' ')
  const color = `hsl(${hue + layer * 8} 40% ${30 - layer * 6}%)`
  return `<path d="M 0 ${points[0]?.[1]} ${line} V ${HEIGHT} H 0 Z" fill="${color}"/>`
}
