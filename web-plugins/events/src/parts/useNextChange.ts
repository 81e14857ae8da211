// Reads an event again when its state changes by time, and some more times if the server shows the change later.

import { useQueryClient } from '@tanstack/react-query'
import { serverNow } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { eventKey } from '../api/events'
import type { EventDetail } from '../api/types'
import { delayOf, nextChange } from './next-change'

export function useNextChange(event: EventDetail): void {
  const queries = useQueryClient()
  const [round, setRound] = useState(0)
  const failed = useRef({ changeMs: 0, count: 0 })
  const changeMs = nextChange(event)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read begins the next wait
  useEffect(() => {
    if (changeMs === null) return
    if (failed.current.changeMs !== changeMs) failed.current = { changeMs, count: 0 }
    const serverMs = serverNow()
    const delay = delayOf(changeMs, serverMs, failed.current.count, Math.random())
    const isOverdue = changeMs <= serverMs
    const timer = setTimeout(async () => {
      if (isOverdue) failed.current.count += 1
      await queries.invalidateQueries({ queryKey: eventKey(event.eventId) })
      setRound((before) => before + 1)
    }, delay)
    return () => clearTimeout(timer)
  }, [changeMs, round, queries, event.eventId])
}
