// What the room needs from the browser. Tests inject their own clock, randomness and sockets.

export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number
  /** Calls back once; the returned function cancels. */
  after(ms: number, task: () => void): () => void
}

export interface Socket {
  send(frame: Uint8Array<ArrayBuffer>): void
  close(code?: number): void
}

export interface SocketEvents {
  onOpen(): void
  onFrame(frame: Uint8Array): void
  onClose(): void
}

export interface Ports {
  clock: Clock
  random(): number
  openSocket(events: SocketEvents): Socket
}

export const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const id = setTimeout(task, ms)
    return () => clearTimeout(id)
  },
}

/** Sockets of the room on the origin of the page. */
export function browserPorts(path = '/api/rooms/socket'): Ports {
  return {
    clock: browserClock,
    random: Math.random,
    openSocket(events) {
      const url = new URL(path, location.href)
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
      const socket = new WebSocket(url)
      socket.binaryType = 'arraybuffer'
      socket.onopen = () => events.onOpen()
      socket.onmessage = ({ data }) =>
        // A text frame is invalid; an empty one is too, and is handled there.
        events.onFrame(data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array())
      socket.onclose = () => events.onClose()
      return {
        send(frame) {
          // What is sent while the socket closes is lost either way, and browsers log an error for it.
          if (socket.readyState === WebSocket.OPEN) socket.send(frame)
        },
        close: (code) => socket.close(code),
      }
    },
  }
}
