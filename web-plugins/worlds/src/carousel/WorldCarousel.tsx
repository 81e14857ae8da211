// The carousel of worlds on the home page: one world is lit, the others wait blurred beside it.
import { classes, Icon, useText } from '@witverse/sdk'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { WorldCard as World } from '../api/types'
import { Dots } from './Dots'
import {
  clampIndex,
  isNearEnd,
  nextIndex,
  previousIndex,
  showsArrows,
  showsPreviousArrow,
  WINDOW,
  windowAround,
} from './position'
import { useSwipe } from './useSwipe'
import { WorldCard } from './WorldCard'

/** 260 px of card and 28 px between two. */
const STEP_PX = 288

interface WorldCarouselProps {
  worlds: World[]
  hasMore: boolean
  onNearEnd: () => void
  onCurrent: (world: World) => void
}

export function WorldCarousel({ worlds, hasMore, onNearEnd, onCurrent }: WorldCarouselProps) {
  const t = useText('worlds')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [wanted, setIndex] = useState(() => Math.floor(Math.min(worlds.length, 5) / 2))
  const count = worlds.length
  const index = clampIndex(wanted, count)
  const current = worlds[index]
  // The current world's picture has the line to itself; the blurred ones follow.
  const [pictured, setPictured] = useState(false)
  const swipe = useSwipe(STEP_PX, (steps) => setIndex(clampIndex(index + steps, count)))

  useEffect(() => {
    if (hasMore && isNearEnd(index, count)) onNearEnd()
  }, [hasMore, index, count, onNearEnd])

  useEffect(() => {
    if (current) onCurrent(current)
  }, [current, onCurrent])

  /** Wraps only where the list really ends. */
  const goNext = () => setIndex(hasMore && index === count - 1 ? index : nextIndex(index, count))
  const goPrevious = () => setIndex(hasMore && index === 0 ? index : previousIndex(index, count))

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowRight: goNext,
      ArrowLeft: goPrevious,
      Home: () => setIndex(0),
      End: () => setIndex(count - 1),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
    if (list.current?.contains(document.activeElement)) {
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus())
    }
  }

  return (
    <section
      className="w-carousel"
      aria-roledescription="carousel"
      aria-label={t('home.carousel')}
      onKeyDown={onKeyDown}
    >
      <div className="w-carousel-stage" {...swipe.handlers}>
        <ul
          ref={list}
          className={classes('w-carousel-track', swipe.offset !== 0 && 'is-dragged')}
          style={{ '--shift': `${swipe.offset - index * STEP_PX}px` } as CSSProperties}
        >
          {windowAround(index, count, WINDOW * 2 + 1).map((at) => {
            const world = worlds[at]
            return world ? (
              <WorldCard
                key={world.worldId}
                world={world}
                current={at === index}
                offsetPx={at * STEP_PX}
                position={t('home.position', { at: at + 1, count })}
                picturesBeside={pictured || !current?.worldThumbnailImg}
                onPicture={() => setPictured(true)}
                onChoose={() => setIndex(at)}
                blockClick={() => swipe.dragged.current}
              />
            ) : null
          })}
        </ul>
        {showsPreviousArrow(index, count) && (
          <button
            type="button"
            className="w-arrow is-previous"
            aria-label={t('home.previous')}
            onClick={goPrevious}
          >
            <Icon name="left" />
          </button>
        )}
        {showsArrows(count) && (
          <button type="button" className="w-arrow is-next" aria-label={t('home.next')} onClick={goNext}>
            <Icon name="right" />
          </button>
        )}
      </div>
      <Dots index={index} worlds={worlds} onChoose={setIndex} />
      <p id={id} className="wv-visually-hidden" aria-live="polite">
        {current && `${current.worldName}, ${t('home.position', { at: index + 1, count })}`}
      </p>
    </section>
  )
}
