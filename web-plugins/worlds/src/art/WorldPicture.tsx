// A world's picture: its own, or a drawing that belongs to its name. A picture that fails becomes the drawing.
import { classes } from '@witverse/sdk'
import { useState } from 'react'
import type { WorldCard } from '../api/types'
import { NightScene } from './NightScene'

type Pictured = Pick<WorldCard, 'worldName' | 'hue' | 'worldThumbnailImg'>

export function WorldPicture({ world, className }: { world: Pictured; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const source = world.worldThumbnailImg
  return (
    <span className={classes('w-picture', className)}>
      {source && source !== failed ? (
        <img src={source} alt="" draggable={false} decoding="async" onError={() => setFailed(source)} />
      ) : (
        <NightScene name={world.worldName} />
      )}
    </span>
  )
}
