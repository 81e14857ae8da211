// A room in the page itself, for one person and a guide: the tutorial works without a server and without an account. It
// answers what the room of a server answers, and refuses nothing.
import { browserClock, type Clock, type Ports, type SocketEvents } from '../room/ports'
import { type Pose, type Presence, type ServerMessage, toQuanta, toYawStep } from '../room/protocol'
import { decodeClient, encodeServer } from '../room/protocol-server'
import type { Scene } from '../room/scene'
import { GUIDE } from './scene'

export const SELF = 1
const GUIDE_SLOT = 2
const TICK_MS = 50
/** An emoji begins a little later than it is sent, as in a room of a server. */
const AHEAD_TICKS = 2

/** The person who learns. */
interface Self {
  name: string
  /** As in the presence of a room; null: one is made of the id. */
  look: string | null
}

export class LocalRoom {
  private events: SocketEvents | null = null
  private readonly started: number
  private chatId = 0
  private pose: Pose
  private seat: number | null = null

  private readonly self: Self
  private readonly clock: Clock

  constructor(scene: Scene, self: Self, clock: Clock = browserClock) {
    this.self = self
    this.clock = clock
    this.started = clock.now()
    const [spawn] = scene.spawns
    this.pose = toPose(spawn ?? { x: 1, y: 0, z: 1, yaw: 0 })
  }

  readonly ports = (): Ports => ({
    clock: this.clock,
    random: Math.random,
    openSocket: (events) => {
      this.events = events
      // As a socket: it is open only after it was returned.
      this.clock.after(0, () => this.events === events && events.onOpen())
      return {
        send: (frame) => this.receive(frame),
        close: () => {
          this.events = null
        },
      }
    },
  })

  /** What the guide says. */
  say(text: string, author: string) {
    this.send({ name: 'CHAT', line: { id: ++this.chatId, slot: GUIDE_SLOT, author, text } })
  }

  private receive(frame: Uint8Array) {
    const message = decodeClient(frame)
    switch (message.name) {
      case 'HELLO':
        return this.welcome()
      case 'MOVE':
        this.pose = message.pose
        return
      case 'PING': {
        const [tick, serverMs] = [this.tick(), this.now()]
        return this.send({ name: 'PONG', clientMs: message.clientMs, serverMs, tick })
      }
      case 'CHAT': {
        const { request, text } = message
        this.send({ name: 'CHAT', line: { id: ++this.chatId, slot: SELF, author: this.self.name, text } })
        return this.send({ name: 'ACK', request })
      }
      case 'EMOJI': {
        const { kind, id, request } = message
        this.send({ name: 'EVENT', event: { kind, slot: SELF, id, tick: this.tick() + AHEAD_TICKS } })
        return this.send({ name: 'ACK', request })
      }
      case 'INTERACT': {
        const isSitting = message.kind === 0
        const seat = isSitting ? message.object : (this.seat ?? message.object)
        this.seat = isSitting ? seat : null
        this.send({ name: 'EVENT', event: { kind: isSitting ? 'sit' : 'stand', slot: SELF, seat } })
        return this.send({ name: 'ACK', request: message.request })
      }
      case 'AWAY':
        return
    }
  }

  private welcome() {
    const tick = this.tick()
    this.send({
      ...{ name: 'WELCOME', version: 1, slot: SELF, instance: 0, tick, tickHz: 20, serverMs: this.now() },
      ...{ resumed: false, correction: 0, pose: this.pose },
    })
    const guide = toPose({ ...GUIDE, y: 0 })
    const members = [
      this.presence(SELF, this.self.name, this.pose, false),
      this.presence(GUIDE_SLOT, '', guide, true),
    ]
    this.send({ name: 'FULL', tick, members })
  }

  /** The guide is a guest: it has no profile. */
  private presence(slot: number, name: string, pose: Pose, guest: boolean): Presence {
    const seat = slot === SELF ? this.seat : null
    const user = `00000000-0000-7000-8000-${String(slot * 7919).padStart(12, '0')}`
    const look = slot === SELF ? this.self.look : null
    return { slot, user, name, pose, guest, seat, away: false, moderator: false, look }
  }

  private now = () => Math.max(0, Math.round(this.clock.now() - this.started))
  private tick = () => 100 + Math.floor(this.now() / TICK_MS)

  private send(message: ServerMessage) {
    this.events?.onFrame(encodeServer(message))
  }
}

const toPose = ({ x, y, z, yaw }: { x: number; y: number; z: number; yaw: number }): Pose => ({
  ...{ x: toQuanta(x), y: toQuanta(y), z: toQuanta(z), yaw: toYawStep(yaw) },
  ...{ motion: 'idle', teleport: false },
})
