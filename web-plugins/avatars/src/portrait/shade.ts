/** A colour `#rrggbb`, lighter (up to 1) or darker (down to -1). */
export function shade(colour: string, by: number): string {
  const target = by > 0 ? 255 : 0
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const mixed = channels.map((value) => Math.round(value + (target - value) * Math.abs(by)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
