// The carousel of worlds on the home page. Cards other than the current one are blurred.
import { classes, Icon, useText } from '@witverse/sdk'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { WorldCard as World } from '../api/types'
import { Dots } from './Dots'
import { indexAt, isNearEnd, placesAround, showsArrows, showsPreviousArrow, WINDOW } from './position'
import { useRememberedPlace } from './useRememberedPlace'
import { useSwipe } from './useSwipe'
import { WorldCard } from './WorldCard'

/** A card is 260 px wide; the gap is 28 px. */
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
  const count = worlds.length
  // The row is endless: a place is any whole number, and the worlds repeat along it. The first world has neighbours
  // on both sides, and the step after the last world does not scroll back along the whole row.
  const [place, setPlace] = useRememberedPlace(worlds)
  const index = indexAt(place, count)
  const setIndex = (next: number) => setPlace(place + next - index)
  const current = worlds[index]
  // The picture of the current world loads first; the others load after it.
  const [pictured, setPictured] = useState(false)
  const swipe = useSwipe(STEP_PX, (steps) => setPlace(place + steps))

  useEffect(() => {
    if (hasMore && isNearEnd(index, count)) onNearEnd()
  }, [hasMore, index, count, onNearEnd])

  useEffect(() => {
    if (current) onCurrent(current)
  }, [current, onCurrent])

  /** Wraps around only when the whole list is loaded. */
  const goNext = () => setPlace(hasMore && index === count - 1 ? place : place + 1)
  const goPrevious = () => setPlace(hasMore && index === 0 ? place : place - 1)

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
          style={{ '--shift': `${swipe.offset - place * STEP_PX}px` } as CSSProperties}
        >
          {placesAround(place, count, WINDOW * 2 + 1).map((drawn) => {
            const at = indexAt(drawn, count)
            const world = worlds[at]
            return world ? (
              <WorldCard
                key={world.worldId}
                world={world}
                current={at === index}
                offsetPx={drawn * STEP_PX}
                position={t('home.position', { at: at + 1, count })}
                picturesBeside={pictured || !current?.worldThumbnailImg}
                onPicture={() => setPictured(true)}
                onChoose={() => setPlace(drawn)}
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
