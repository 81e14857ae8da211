// The connection to a room: HELLO, acknowledgements, pings, requests with their answers, and the return after a drop.
// It knows nothing of scenes or screens. It never repeats a request in a room that has forgotten it.
import { byteLength, InvalidFrame } from './bytes'
import type { ErrorCode, KickCode } from './codes'
import type { Ports, Socket } from './ports'
import {
  type ClientMessage,
  decodeServer,
  encodeClient,
  LIMITS,
  type Pose,
  type ServerMessage,
  VERSION,
  type Welcome,
} from './protocol'
import { ServerClock } from './server-clock'

const ACK_WITHIN_MS = 100
const MOVE_EVERY_MS = 50
const STILL_EVERY_MS = 1_000
const FAST_PINGS = 5
const FAST_PING_MS = 200
const PING_MS = 5_000
const DEAD_AFTER_MS = 6_000
const BACK_OFF_MS = 250
const BACK_OFF_MAX_MS = 8_000
const BACK_OFF_SPREAD = 0.3
/** Tickets that the room refuses in a row before the connection gives up. */
const TICKETS_MAX = 3

export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'open' }
  /** Lost, or not reached yet. `wasOpen` tells the two apart. */
  | { status: 'reconnecting'; attempt: number; retryInMs: number; wasOpen: boolean }
  /** The room ended the visit; it does not reconnect by itself. */
  | { status: 'kicked'; code: KickCode; reason: string }
  /** No ticket: the answer of `getTicket`. */
  | { status: 'refused'; error: unknown }
  | { status: 'left' }

/** The answer to a request. `lost`: the room forgot it, so it is unknown whether it was done. */
export type Outcome =
  | { ok: true }
  | { ok: false; code: ErrorCode | 'lost'; detail: number; retryAfterMs: number }

export interface ConnectionOptions {
  ports: Ports
  /** Asks for a ticket. A rejection that `isFinal` ends the connection; any other is tried again. */
  getTicket(): Promise<string>
  isFinal(error: unknown): boolean
  onState(state: ConnectionState): void
  /** Every message, after the connection has handled it. */
  onMessage(message: ServerMessage): void
}

type Request = Extract<ClientMessage, { request: number }>

const LOST: Outcome = { ok: false, code: 'lost', detail: 0, retryAfterMs: 0 }

export class Connection {
  readonly clock = new ServerClock()
  private state: ConnectionState = { status: 'connecting' }
  private socket: Socket | null = null
  private isWelcome = false
  private wasOpen = false
  private isAway = false
  private attempt = 0
  private ticketsRefused = 0
  private token: string | null = null
  private usedToken = false
  private kick: Extract<ServerMessage, { name: 'KICK' }> | null = null
  private lastChat = 0
  private ackTick = 0
  private correction = 0
  private sequence = 0
  private request = 0
  private pose: Pose | null = null
  private sentPose: Pose | null = null
  private sentAt = Number.NEGATIVE_INFINITY
  private bytesAt = 0
  private pings = 0
  private readonly pending = new Map<number, { message: Request; settle: (outcome: Outcome) => void }>()
  private readonly timers = new Map<string, () => void>()

  private readonly options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.options = options
  }

  start() {
    this.setState({ status: 'connecting' })
    void this.connect()
  }

  /** Tries at once instead of waiting for the back-off, or again after an end. */
  retry() {
    if (this.state.status === 'open' || this.state.status === 'connecting') return
    this.attempt = 0
    this.ticketsRefused = 0
    if (this.state.status === 'kicked') this.token = null
    this.stopTimers()
    this.start()
  }

  /** Ends the visit: the member is removed at once. */
  leave() {
    this.finish({ status: 'left' })
  }

  /** The own pose, as often as it is known; sent when it changed, at most 20 times a second. */
  move(pose: Pose) {
    this.pose = pose
    if (!this.isWelcome || this.isAway) return
    const since = this.now() - this.sentAt
    const isDue = samePose(pose, this.sentPose) ? since >= STILL_EVERY_MS : since >= MOVE_EVERY_MS
    if (isDue) this.sendMove()
  }

  /** A text of few characters can have many bytes; the server closes a connection that sends more than it takes. */
  say(text: string): Promise<Outcome> {
    if (byteLength(text) > LIMITS.chat) {
      return Promise.resolve({ ok: false, code: 'too_long', detail: 0, retryAfterMs: 0 })
    }
    return this.ask({ name: 'CHAT', request: this.nextRequest(), text })
  }

  interact(object: number, kind: number): Promise<Outcome> {
    return this.ask({ name: 'INTERACT', request: this.nextRequest(), object, kind })
  }

  /** Answered by the EVENT that everybody gets; a refusal settles the promise. */
  feel(kind: 'emoji' | 'gesture', id: number): Promise<Outcome> {
    return this.ask({ name: 'EMOJI', request: this.nextRequest(), kind, id })
  }

  /** The tab was hidden or shown. */
  setVisible(isVisible: boolean) {
    if (this.isAway === !isVisible) return
    this.isAway = !isVisible
    this.stopTimer('ack')
    if (this.isWelcome) {
      this.send({ name: 'AWAY', away: this.isAway })
      this.bytesAt = this.now()
      this.watch()
    } else if (isVisible && this.state.status === 'reconnecting') this.retry()
  }

  /** The device has a network again. */
  setOnline() {
    if (this.state.status === 'reconnecting') this.retry()
  }

  private async connect() {
    // A token is used once, but attempts that do not reach the server do not use it: it is kept until the next one
    // arrives or the server refuses it.
    let ticket = this.token
    this.usedToken = ticket !== null
    if (ticket === null) {
      try {
        ticket = await this.options.getTicket()
      } catch (error) {
        if (this.isOver()) return
        if (this.options.isFinal(error)) return this.finish({ status: 'refused', error })
        return this.retryLater()
      }
    }
    if (this.isOver()) return
    this.open(ticket)
  }

  private open(ticket: string) {
    const isCurrent = () => this.socket === socket
    const socket = this.options.ports.openSocket({
      onOpen: () => {
        if (!isCurrent()) return
        this.send({ name: 'HELLO', version: VERSION, ticket, lastChat: this.lastChat })
      },
      onFrame: (frame) => isCurrent() && this.onFrame(frame),
      onClose: () => isCurrent() && this.onClose(),
    })
    this.socket = socket
    this.kick = null
    this.bytesAt = this.now()
    this.watch()
  }

  private onFrame(frame: Uint8Array) {
    this.bytesAt = this.now()
    let message: ServerMessage
    try {
      message = decodeServer(frame)
    } catch (error) {
      if (!(error instanceof InvalidFrame)) throw error
      return this.drop()
    }
    this.handle(message)
    this.options.onMessage(message)
    // The acknowledgement of FULL carries the pose that the listener has placed.
    if (message.name === 'FULL') this.sendMove()
  }

  private handle(message: ServerMessage) {
    switch (message.name) {
      case 'WELCOME':
        return this.onWelcome(message)
      case 'SNAP':
        this.ackTick = message.tick
        if (!this.isAway && !this.timers.has('ack'))
          this.startTimer('ack', ACK_WITHIN_MS, () => this.sendMove())
        return
      case 'FULL':
        this.ackTick = message.tick
        return
      case 'NACK':
      case 'MOVED':
        this.correction = message.correction
        this.pose = this.sentPose = message.pose
        return
      case 'CHAT':
        this.lastChat = Math.max(this.lastChat, message.line.id)
        return
      case 'ACK':
        return this.settle(message.request, { ok: true })
      case 'ERROR': {
        const { request, code, detail, retryAfterMs } = message
        return this.settle(request, { ok: false, code, detail, retryAfterMs })
      }
      case 'KICK':
        this.kick = message
        return
      case 'PONG':
        return this.onPong(message)
      case 'RESUME':
        this.token = message.token
        return
      default:
        return
    }
  }

  private onWelcome({ resumed, correction, pose, serverMs, tick }: Welcome) {
    this.isWelcome = true
    this.wasOpen = true
    this.attempt = 0
    this.ticketsRefused = 0
    this.correction = correction
    this.pose = this.sentPose = pose
    this.sequence = resumed ? this.sequence : 0
    this.clock.welcome(serverMs, tick, this.now())
    if (resumed) for (const { message } of this.pending.values()) this.send(message)
    else {
      this.lastChat = 0
      this.forgetRequests()
    }
    if (this.isAway) this.send({ name: 'AWAY', away: true })
    this.pings = 0
    this.ping()
    this.setState({ status: 'open' })
  }

  private onPong({ clientMs, serverMs, tick }: Extract<ServerMessage, { name: 'PONG' }>) {
    const now = this.now()
    const age = (Math.round(now) - clientMs) >>> 0
    this.clock.pong(now - age, now, serverMs, tick)
  }

  private ping() {
    this.send({ name: 'PING', clientMs: Math.round(this.now()) >>> 0 })
    this.pings += 1
    this.startTimer('ping', this.pings < FAST_PINGS ? FAST_PING_MS : PING_MS, () => this.ping())
  }

  /** Drops a socket without bytes. Hidden tabs are exempt: their timers hardly run. */
  private watch() {
    if (this.isAway) return this.stopTimer('dead')
    this.startTimer('dead', Math.max(1, this.bytesAt + DEAD_AFTER_MS - this.now()), () => {
      if (this.now() - this.bytesAt >= DEAD_AFTER_MS) this.drop()
      else this.watch()
    })
  }

  private drop() {
    const { socket } = this
    this.onClose()
    socket?.close()
  }

  private onClose() {
    this.socket = null
    this.isWelcome = false
    this.stopTimers()
    const { kick } = this
    if (!kick) return this.retryLater()
    if (kick.code === 'ticket' || kick.code === 'room_full') return this.askForAnotherTicket(kick)
    if (kick.resumable) return this.retryLater()
    this.finish({ status: 'kicked', code: kick.code, reason: kick.reason })
  }

  /** An expired token is no reason to stop: a new ticket lets in. */
  private askForAnotherTicket({ code, reason }: { code: KickCode; reason: string }) {
    this.token = null
    if (!this.usedToken) this.ticketsRefused += 1
    if (this.ticketsRefused >= TICKETS_MAX) return this.finish({ status: 'kicked', code, reason })
    this.retryLater()
  }

  private retryLater() {
    const base = Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** Math.min(this.attempt, 10))
    const retryInMs = base * (1 + (this.options.ports.random() * 2 - 1) * BACK_OFF_SPREAD)
    this.attempt += 1
    const { attempt, wasOpen } = this
    this.setState({ status: 'reconnecting', attempt, retryInMs, wasOpen })
    this.startTimer('retry', retryInMs, () => void this.connect())
  }

  private finish(state: ConnectionState) {
    this.stopTimers()
    const { socket } = this
    this.socket = null
    this.isWelcome = false
    socket?.close(1000)
    this.forgetRequests()
    this.setState(state)
  }

  private ask(message: Request): Promise<Outcome> {
    if (this.isOver()) return Promise.resolve(LOST)
    return new Promise((settle) => {
      // An emoji is of the moment: it is neither kept nor repeated.
      this.pending.set(message.request, { message, settle })
      if (this.isWelcome) this.send(message)
      if (message.name === 'EMOJI') {
        this.startTimer(`emoji-${message.request}`, STILL_EVERY_MS, () =>
          this.settle(message.request, { ok: true }),
        )
      }
    })
  }

  private settle(request: number, outcome: Outcome) {
    this.stopTimer(`emoji-${request}`)
    this.pending.get(request)?.settle(outcome)
    this.pending.delete(request)
  }

  private forgetRequests() {
    for (const request of [...this.pending.keys()]) this.settle(request, LOST)
  }

  private nextRequest(): number {
    this.request = this.request === 0xffff ? 1 : this.request + 1
    return this.request
  }

  private sendMove() {
    this.stopTimer('ack')
    if (!this.pose || !this.isWelcome || this.isAway) return
    this.sequence = (this.sequence + 1) & 0xffff
    const { sequence, ackTick, correction, pose } = this
    this.send({ name: 'MOVE', sequence, ackTick, correction, pose })
    this.sentPose = pose
    this.sentAt = this.now()
  }

  private send(message: ClientMessage) {
    this.socket?.send(encodeClient(message))
  }

  private now = () => this.options.ports.clock.now()

  private isOver = () => ['kicked', 'refused', 'left'].includes(this.state.status)

  private setState(state: ConnectionState) {
    this.state = state
    this.options.onState(state)
  }

  private startTimer(name: string, ms: number, task: () => void) {
    this.stopTimer(name)
    const cancel = this.options.ports.clock.after(ms, () => {
      this.timers.delete(name)
      task()
    })
    this.timers.set(name, cancel)
  }

  private stopTimer(name: string) {
    this.timers.get(name)?.()
    this.timers.delete(name)
  }

  private stopTimers() {
    for (const name of [...this.timers.keys()]) this.stopTimer(name)
    for (const [request, { message }] of this.pending) {
      if (message.name === 'EMOJI') this.settle(request, LOST)
    }
  }
}

function samePose(a: Pose, b: Pose | null): boolean {
  return (
    b !== null &&
    a.x === b.x &&
    a.y === b.y &&
    a.z === b.z &&
    a.yaw === b.yaw &&
    a.motion === b.motion &&
    a.teleport === b.teleport
  )
}
