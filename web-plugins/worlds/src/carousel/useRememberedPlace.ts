// The place of the carousel. It is remembered per history entry, so that Back restores it.
import { useLocation } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import type { WorldCard } from '../api/types'
import { firstIndex, indexAt } from './position'

/** The id of the current world by the key of the history entry. */
const remembered = new Map<string, string>()

export function useRememberedPlace(worlds: WorldCard[]) {
  const { key } = useLocation()
  const count = worlds.length
  const [state, setState] = useState(() => {
    const index = worlds.findIndex(({ worldId }) => worldId === remembered.get(key))
    return { place: index >= 0 ? index : firstIndex(count), count }
  })
  // When more worlds load, places show other worlds; the place of the current world is computed again.
  const place = state.count === count ? state.place : indexAt(state.place, state.count)
  if (state.count !== count) setState({ place, count })
  const current = worlds[indexAt(place, count)]?.worldId
  useEffect(() => {
    if (current) remembered.set(key, current)
  }, [key, current])
  return [place, (next: number) => setState({ place: next, count })] as const
}

/** For tests: clears the memory. */
export const forgetPlaces = () => remembered.clear()
