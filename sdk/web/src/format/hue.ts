// A world's hue, as a style for the element that borrows it. The colours themselves are in theme.css (.wv-hue).
import type { CSSProperties } from 'react'

export function hueStyle(hue: number): CSSProperties {
  return { '--hue': String(((hue % 360) + 360) % 360) } as CSSProperties
}
