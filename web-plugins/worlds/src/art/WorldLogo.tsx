// A world's logo, or an emblem derived from its name.
import { sequenceOf } from '@witverse/sdk'
import { useState } from 'react'
import type { WorldCard } from '../api/types'

type Marked = Pick<WorldCard, 'worldName' | 'hue' | 'worldLogoImg'>

export function WorldLogo({ world, size }: { world: Marked; size: number }) {
  const [failed, setFailed] = useState<string | null>(null)
  const source = world.worldLogoImg
  return (
    <span className="w-logo" style={{ width: size, height: size }} aria-hidden="true">
      {source && source !== failed ? (
        <img
          src={source}
          alt=""
          width={size}
          height={size}
          draggable={false}
          onError={() => setFailed(source)}
        />
      ) : (
        <Emblem name={world.worldName} />
      )}
    </span>
  )
}

/** A symmetric pattern of lit and dark windows. */
function Emblem({ name }: { name: string }) {
  const random = sequenceOf(`${name}/logo`)
  const cells = Array.from({ length: 5 }, () => [random() > 0.45, random() > 0.5, random() > 0.35])
  return (
    <svg viewBox="0 0 44 44" width="100%" height="100%" aria-hidden="true">
      <rect width="44" height="44" className="w-emblem-ground" />
      {cells.flatMap((row, y) =>
        [0, 1, 2, 1, 0].map((source, x) => (
          <rect
            key={`${x}-${y}`}
            x={7.5 + x * 6}
            y={7.5 + y * 6}
            width="5"
            height="5"
            rx="1.4"
            className={row[source] ? 'w-emblem-lit' : 'w-emblem-dark'}
          />
        )),
      )}
    </svg>
  )
}
