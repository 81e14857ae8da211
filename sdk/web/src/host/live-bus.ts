// Distributes live events to the listeners of their kind.
import type { LiveBus } from './types'

/** Parts of the layout listen only once they are loaded. Until then events are kept for the first listener of their kind. */
const STARTUP_MS = 10_000
const MOST_KEPT = 20

export function createLiveBus(now: () => number = () => performance.now()): LiveBus {
  const started = now()
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const kept = new Map<string, unknown[]>()
  return {
    publish({ kind, data }) {
      const known = listeners.get(kind)
      if (!known && now() - started < STARTUP_MS) {
        kept.set(kind, [...(kept.get(kind) ?? []), data].slice(-MOST_KEPT))
      }
      for (const listener of known ?? []) listener(data)
    },
    subscribe(kind, listener) {
      const own = listeners.get(kind) ?? new Set()
      listeners.set(kind, own.add(listener))
      const missed = kept.get(kind) ?? []
      kept.delete(kind)
      for (const data of missed) listener(data)
      return () => own.delete(listener)
    },
  }
}
