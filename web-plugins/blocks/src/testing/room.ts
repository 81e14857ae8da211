// Test helpers: a clock moved by hand and a server at the other end of a fake socket.
import type { Clock, Ports, SocketEvents } from '../room/ports'
import { type ClientMessage, type Pose, type Presence, type ServerMessage, toQuanta } from '../room/protocol'
import { decodeClient, encodeServer } from '../room/protocol-server'

export class ManualClock implements Clock {
  private time = 1_000
  private tasks: { at: number; task: () => void }[] = []

  now = () => this.time

  after(ms: number, task: () => void) {
    const entry = { at: this.time + ms, task }
    this.tasks.push(entry)
    return () => {
      this.tasks = this.tasks.filter((one) => one !== entry)
    }
  }

  /** Lets time pass; due tasks run in order. */
  pass(ms: number) {
    const end = this.time + ms
    for (;;) {
      const [next] = [...this.tasks].sort((a, b) => a.at - b.at)
      if (!next || next.at > end) break
      this.tasks = this.tasks.filter((one) => one !== next)
      this.time = next.at
      next.task()
    }
    this.time = end
  }

  waiting = () => this.tasks.length
}

export class FakeServer {
  readonly clock = new ManualClock()
  /** One entry per socket. */
  readonly sockets: { sent: ClientMessage[]; closed: number | undefined; events: SocketEvents }[] = []

  readonly ports: Ports = {
    clock: this.clock,
    random: () => 0.5,
    openSocket: (events) => {
      const socket = { sent: [] as ClientMessage[], closed: undefined as number | undefined, events }
      this.sockets.push(socket)
      return {
        send: (frame) => void socket.sent.push(decodeClient(frame)),
        close: (code) => {
          socket.closed = code ?? 1005
        },
      }
    },
  }

  get socket() {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No socket was opened.')
    return socket
  }

  /** What the client has sent through the newest socket since the last call, without pings. */
  received(): ClientMessage[] {
    return this.socket.sent.splice(0).filter(({ name }) => name !== 'PING')
  }

  accept = () => this.socket.events.onOpen()
  send = (message: ServerMessage) => this.socket.events.onFrame(encodeServer(message))
  cut = () => this.socket.events.onClose()

  welcome(change: Partial<Extract<ServerMessage, { name: 'WELCOME' }>> = {}) {
    this.send({
      ...{ name: 'WELCOME', version: 1, slot: 1, instance: 0, tick: 100, tickHz: 20, serverMs: 50_000 },
      ...{ resumed: false, correction: 0, pose: pose(10, 10) },
      ...change,
    })
  }
}

export const pose = (x: number, z: number, change: Partial<Pose> = {}): Pose => ({
  ...{ x: toQuanta(x), y: toQuanta(0), z: toQuanta(z), yaw: 0, motion: 'idle', teleport: false },
  ...change,
})

export const member = (slot: number, name: string, change: Partial<Presence> = {}): Presence => ({
  slot,
  user: `00000000-0000-7000-8000-${String(slot).padStart(12, '0')}`,
  name,
  away: false,
  moderator: false,
  guest: false,
  pose: pose(10 + slot, 10),
  seat: null,
  look: null,
  ...change,
})
