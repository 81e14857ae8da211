// A world's picture. A drawing derived from the name replaces a missing or broken picture.
import { classes } from '@witverse/sdk'
import { useState } from 'react'
import type { WorldCard } from '../api/types'
import { NightScene } from './NightScene'

type Pictured = Pick<WorldCard, 'worldName' | 'hue' | 'worldThumbnailImg'>

interface WorldPictureProps {
  world: Pictured
  className?: string
  /** `first` loads with high priority; `later` does not load yet. */
  turn?: 'first' | 'later'
  /** The picture has loaded or failed. */
  onSettled?: () => void
}

export function WorldPicture({ world, className, turn, onSettled }: WorldPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [there, setThere] = useState<string | null>(null)
  const source = world.worldThumbnailImg
  function show() {
    setThere(source)
    onSettled?.()
  }
  function fail() {
    setFailed(source)
    onSettled?.()
  }
  return (
    <span className={classes('w-picture', className)}>
      {turn === 'later' ? null : source && source !== failed ? (
        <img
          src={source}
          alt=""
          draggable={false}
          decoding="async"
          fetchPriority={turn === 'first' ? 'high' : 'auto'}
          className={classes(source === there && 'is-there')}
          onLoad={show}
          onError={fail}
        />
      ) : (
        <NightScene name={world.worldName} />
      )}
    </span>
  )
}
