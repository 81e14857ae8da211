// Sets a world's hue on an element. The colours that follow from it are in theme.css (.wv-hue).
import type { CSSProperties } from 'react'

export function hueStyle(hue: number): CSSProperties {
  return { '--hue': String(((hue % 360) + 360) % 360) } as CSSProperties
}
