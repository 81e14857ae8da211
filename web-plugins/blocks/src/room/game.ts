// What the game of a room is told, and the objects that it marks. Other plugins fill the slot `block.game`.
import type { GameListener } from '@witverse/sdk'
import type { ServerMessage } from './protocol'

export class GameLink {
  private readonly listeners = new Set<GameListener>()
  private readonly markListeners = new Set<() => void>()
  private marked: readonly string[] = []
  private state: unknown = null
  private isConnected = false

  subscribe = (listener: GameListener) => {
    this.listeners.add(listener)
    if (this.isConnected) listener.onConnected?.()
    if (this.state !== null) listener.onState?.(this.state)
    return () => void this.listeners.delete(listener)
  }

  /** The ids of the marked objects; the same array until it changes. */
  readonly marks = () => this.marked
  readonly subscribeMarks = (listener: () => void) => {
    this.markListeners.add(listener)
    return () => void this.markListeners.delete(listener)
  }

  mark = (ids: string[]) => {
    if (ids.length === this.marked.length && ids.every((id, at) => id === this.marked[at])) return
    this.marked = [...ids]
    for (const listener of this.markListeners) listener()
  }

  apply(message: ServerMessage) {
    if (message.name === 'WELCOME') {
      this.isConnected = true
      this.state = null
      for (const listener of this.listeners) listener.onConnected?.()
    }
    if (message.name === 'STATE') {
      this.state = parse(message.json)
      for (const listener of this.listeners) listener.onState?.(this.state)
    }
    if (message.name === 'EVENT' && message.event.kind === 'custom') {
      const { name, json } = message.event
      for (const listener of this.listeners) listener.onEvent?.(name, parse(json))
    }
  }
}

/** The kernel has checked that it is JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
