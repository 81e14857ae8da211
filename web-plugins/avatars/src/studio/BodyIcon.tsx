// A small figure with the proportions of a body.
import type { Drawn } from '@witverse/people/styles'

const SHAPES: Record<Drawn['body'], { width: number; height: number }> = {
  petite: { width: 0.94, height: 0.84 },
  slim: { width: 0.82, height: 1 },
  regular: { width: 1, height: 1 },
  broad: { width: 1.24, height: 1.02 },
}

export function BodyIcon({ look }: { look: Drawn }) {
  const { width, height } = SHAPES[look.body]
  return (
    <svg viewBox="0 0 72 96" width="72" height="96" className="av-body" aria-hidden="true">
      <g transform={`translate(36 94) scale(${height})`}>
        <g transform={`scale(${width} 1)`}>
          <path d="M-12-38h24l-1 36h-9l-2-24-2 24h-9Z" fill={look.bottom} />
          <path
            d="M-12-62q12 6 24 0 7 2 8 10l1 16h-6l-2-10v10h-26v-10l-2 10h-6l1-16q1-8 8-10Z"
            fill={look.top}
          />
          <circle cx="-18" cy="-34" r="3.400" fill={look.skin} />
          <circle cx="18" cy="-34" r="3.400" fill={look.skin} />
        </g>
        <path d="M-4-66h8v6q-4 3-8 0Z" fill={look.skin} />
        <circle cy="-75" r="13" fill={look.skin} />
        <path d="M-13.500-74c-1-20 28-20 27 0-5-8-10-8-13-8s-9 0-14 8Z" fill={look.hairColor} />
      </g>
    </svg>
  )
}
