// The scroll position of a list and the heights of its rows, kept in memory while the app is open. They are used again
// only after Back or Forward.
import type { VirtualItem } from '@tanstack/react-virtual'
import { useState } from 'react'
import { useNavigationType } from 'react-router'

interface Place {
  /** CSS pixels from the top of the page. */
  offset: number
  measurements: VirtualItem[]
}

const places = new Map<string, Place>()

export function useSavedPlace(key: string) {
  const navigation = useNavigationType()
  const [start] = useState<Place>(() => {
    const saved = navigation === 'POP' ? places.get(key) : undefined
    return saved ?? { offset: window.scrollY, measurements: [] }
  })
  return { ...start, save: (place: Place) => void places.set(key, place) }
}
