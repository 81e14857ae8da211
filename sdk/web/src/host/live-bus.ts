// Distributes live events to the listeners of their kind.
import type { LiveBus } from './types'

export function createLiveBus(): LiveBus {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  return {
    publish({ kind, data }) {
      for (const listener of listeners.get(kind) ?? []) listener(data)
    },
    subscribe(kind, listener) {
      const own = listeners.get(kind) ?? new Set()
      listeners.set(kind, own.add(listener))
      return () => own.delete(listener)
    },
  }
}
