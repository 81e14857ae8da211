// Fetches the next page of a grid while its end comes near. The grid's own button stays for keyboards and after an error.
import { useEffect, useEffectEvent, useRef } from 'react'

/** How far below the screen the end of the grid may be. */
const AHEAD = '800px'

interface MoreOnSightProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError?: boolean
    fetchNextPage: () => unknown
  }
}

export function MoreOnSight({ list }: MoreOnSightProps) {
  const end = useRef<HTMLDivElement>(null)
  const fetchNext = useEffectEvent(() => void list.fetchNextPage())
  const isWanted = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  useEffect(() => {
    if (!isWanted || !end.current) return
    // Observed anew after each page: an end that is still in sight is reported again.
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNext()
      },
      { rootMargin: AHEAD },
    )
    sight.observe(end.current)
    return () => sight.disconnect()
  }, [isWanted])
  return <div ref={end} aria-hidden="true" />
}
