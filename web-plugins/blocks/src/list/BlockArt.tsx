// The picture of a block without thumbnails: a lit place at night, in a hue of its own.
import { hueOf, sequenceOf } from '@witverse/sdk'
import type { BlockCard } from '../api/blocks'

const STARS = 14

export function BlockArt({ block }: { block: Pick<BlockCard, 'blockId' | 'type'> }) {
  const hue = hueOf(block.blockId)
  const random = sequenceOf(block.blockId)
  const stars = Array.from({ length: STARS }, () => [random() * 320, random() * 90, 0.5 + random()] as const)
  const sky = `bl-sky-${block.blockId}`
  const glow = `bl-glow-${block.blockId}`
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 46% 17%)`} />
          <stop offset="1" stopColor={`hsl(${(hue + 40) % 360} 48% 38%)`} />
        </linearGradient>
        <radialGradient id={glow}>
          <stop offset="0" stopColor="#ffcf86" stopOpacity="0.75" />
          <stop offset="1" stopColor="#ffcf86" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="320" height="180" fill={`url(#${sky})`} />
      {stars.map(([x, y, r]) => (
        <circle key={`${x}`} cx={x} cy={y} r={r} fill="#fff6dd" opacity="0.8" />
      ))}
      <path d="M0 130 Q80 104 160 126 T320 118 V180 H0Z" fill={`hsl(${hue} 38% 20%)`} />
      <ellipse cx="160" cy="122" rx="130" ry="60" fill={`url(#${glow})`} />
      <g fill={`hsl(${hue} 42% 12%)`}>{SHAPES[block.type]}</g>
      <path d="M0 150 Q120 134 320 152 V180 H0Z" fill={`hsl(${hue} 42% 14%)`} />
    </svg>
  )
}

const LIT = '#ffd592'

const SHAPES: Record<BlockCard['type'], React.ReactNode> = {
  social: (
    <>
      <path d="M96 148V92h-6l38-22 38 22h-6v56Z" />
      <rect x="112" y="104" width="12" height="18" fill={LIT} />
      <rect x="134" y="104" width="12" height="18" fill={LIT} />
      <rect x="216" y="88" width="4" height="62" />
      <rect x="209" y="74" width="18" height="20" rx="4" fill={LIT} />
      <circle cx="64" cy="108" r="24" />
      <rect x="61" y="124" width="6" height="28" />
    </>
  ),
  game: (
    <>
      <path d="M84 150V72h10v78ZM226 150V72h10v78Z" />
      <path d="M76 82h168v12H76Z" />
      <path d="M104 94h20v14h-20ZM144 94h20v14h-20ZM184 94h20v14h-20Z" fill={LIT} />
      <path d="M150 150l10-40 10 40Z" />
    </>
  ),
  store: (
    <>
      <path d="M88 150V98h144v52Z" />
      <path d="M78 98l14-24h136l14 24Z" />
      <path d="M100 110h48v28h-48ZM172 110h48v28h-48Z" fill={LIT} />
    </>
  ),
  brand: (
    <>
      <path d="M70 150V86h180v64Z" />
      <path d="M96 74h128v28H96Z" fill={LIT} />
      <path d="M148 150v-30h24v30Z" fill={LIT} />
    </>
  ),
}
