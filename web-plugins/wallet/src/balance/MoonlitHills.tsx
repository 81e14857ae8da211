// A drawing of hills at night. Windows are lit if the balance is positive.
import { sequenceOf } from '@witverse/sdk'

const STARS = 34
const next = sequenceOf('wallet')
const stars = Array.from({ length: STARS }, () => ({
  x: Math.round(next() * 480),
  y: Math.round(next() * 250),
  size: 0.6 + next() * 0.9,
}))
const windows = [
  [338, 352],
  [347, 352],
  [338, 362],
  [392, 334],
  [401, 334],
  [401, 345],
  [445, 350],
] as const

export function MoonlitHills({ lit }: { lit: boolean }) {
  return (
    <svg
      className="wl-hills"
      viewBox="0 0 480 420"
      preserveAspectRatio="xMaxYMax slice"
      data-lit={lit || undefined}
      aria-hidden="true"
    >
      {stars.map(({ x, y, size }) => (
        <circle key={`${x}/${y}`} className="wl-star" cx={x} cy={y} r={size} />
      ))}
      <circle className="wl-moon-ring" cx="424" cy="58" r="44" />
      <circle className="wl-moon" cx="424" cy="58" r="24" />
      <path className="wl-hill is-far" d="M150 420c40-64 92-92 140-82s80-42 124-50 52 18 66 26v106Z" />
      <path
        className="wl-house"
        d="M330 386v-42l13-10 13 10v42ZM384 372v-46l13-10 13 10v46ZM438 372v-28l9-7 9 7v28Z"
      />
      <path className="wl-hill is-near" d="M190 420c46-36 96-48 140-44s72-24 108-18 34 8 42 12v50Z" />
      {windows.map(([x, y]) => (
        <rect key={`${x}/${y}`} className="wl-window" x={x} y={y} width="5" height="6" rx="0.800" />
      ))}
    </svg>
  )
}
