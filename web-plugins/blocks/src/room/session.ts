// A visit: the connection, the people and the own controller, without any picture. The 3D room and the twin drive the
// same session, so that switching between them loses nothing.
import { World } from './collision'
import { Connection, type ConnectionState, type Outcome } from './connection'
import { GameLink } from './game'
import { Playback, type Shown, Track } from './interpolation'
import { type Body, bodyAt, Correction, type Input, motionOf, Stepper } from './movement'
import { findPath, type Point, WalkGrid } from './path'
import type { Ports } from './ports'
import { PresenceStore } from './presence'
import { type Pose, type ServerMessage, toMetres, toQuanta, toRadians, toYawStep } from './protocol'
import type { Place, Scene } from './scene'

const ARRIVED_M = 0.18
const SEAT_REACH_M = 2.6
/** How long a walk may make no way before it ends. */
const STUCK_S = 1.2
const FEELING_TICKS = 80
const RUN_FROM_M = 6

export interface SessionOptions {
  scene: Scene
  /** Of visitors without an account. */
  guestName?: string
  ports: Ports
  getTicket(): Promise<string>
  isFinal(error: unknown): boolean
}

interface Walk {
  points: Point[]
  seat: number | null
  stuck: number
  left: number
}

const STILL: Input = { x: 0, z: 0, isRunning: false, isJumping: false }

export class Session {
  readonly presence: PresenceStore
  readonly world: World
  readonly grid: WalkGrid
  readonly tracks = new Map<number, Track>()
  readonly playback = new Playback()
  readonly connection: Connection
  readonly scene: Scene
  readonly game = new GameLink()
  state: ConnectionState = { status: 'connecting' }
  /** Increments when the own person was placed without a way: the camera must follow at once. */
  placements = 0
  /** Where the camera looks, in radians; null without 3D. */
  gaze: number | null = null
  private readonly ports: Ports
  private readonly stepper: Stepper
  private readonly correction = new Correction()
  private readonly stateListeners = new Set<() => void>()
  private walk: Walk | null = null
  private isTeleport = false
  /** Another version of the scene was published. */
  private isOutdated = false
  private gesture: { motion: 'wave' | 'dance'; until: number } | null = null

  constructor(options: SessionOptions) {
    this.presence = new PresenceStore(options.guestName)
    this.scene = options.scene
    this.ports = options.ports
    this.world = World.of(options.scene)
    this.grid = new WalkGrid(this.world)
    const [spawn] = options.scene.spawns
    this.stepper = new Stepper(bodyAt(spawn?.x ?? 1, spawn?.y ?? 0, spawn?.z ?? 1, spawn?.yaw ?? 0))
    this.connection = new Connection({
      ports: options.ports,
      getTicket: options.getTicket,
      isFinal: options.isFinal,
      onState: (state) => this.onState(state),
      onMessage: (message) => this.onMessage(message),
    })
  }

  readonly getState = () => this.state
  readonly getIsOutdated = () => this.isOutdated
  readonly subscribeState = (listener: () => void) => {
    this.stateListeners.add(listener)
    return () => void this.stateListeners.delete(listener)
  }

  get body(): Body {
    return this.stepper.body
  }

  get isWalking(): boolean {
    return this.walk !== null
  }

  get seat(): number | null {
    const { self, members } = this.presence.get()
    return self === null ? null : (members.get(self)?.seat ?? null)
  }

  /** One frame. Input of the person ends a walk to somewhere, and stands up from a seat. */
  advance(elapsedMs: number, input: Input) {
    const isSteered = input.x !== 0 || input.z !== 0 || input.isJumping
    if (isSteered) {
      this.walk = null
      this.gesture = null
      if (this.seat !== null) void this.stand()
    }
    if (this.seat === null) {
      const wish = isSteered ? input : this.follow(elapsedMs / 1000)
      this.stepper.advance(elapsedMs / 1000, wish, this.world)
    }
    this.connection.move(this.pose())
    this.isTeleport = false
    this.presence.forgetFeelings(this.tick() - FEELING_TICKS)
  }

  /** The own person as the picture shows it, with what is left of a correction. */
  shownSelf(elapsedMs: number): Shown {
    const seat = this.seatPlace()
    if (seat) return { ...seat, motion: 'sit' }
    const at = this.stepper.shown()
    const off = this.correction.offset(elapsedMs / 1000)
    return { x: at.x + off.x, y: at.y + off.y, z: at.z + off.z, yaw: at.yaw, motion: this.motion() }
  }

  /** Everybody else at the time of the playback. */
  shownOthers(elapsedMs: number): Map<number, Shown> {
    const tick = this.playback.advance(elapsedMs, this.now())
    const { self, members } = this.presence.get()
    const shown = new Map<number, Shown>()
    for (const [slot, track] of this.tracks) {
      const member = members.get(slot)
      if (slot === self || !member) continue
      const seat = member.seat === null ? undefined : this.scene.seats[member.seat]
      const at = seat
        ? { ...seat, motion: 'sit' as const }
        : track.at(tick, this.playback.latestTick, elapsedMs)
      if (at) shown.set(slot, at)
    }
    return shown
  }

  /** Milliseconds of the server's clock. */
  serverNow = () => this.connection.clock.serverMs(this.now())

  /** The tick of the server now. */
  tick = () => this.connection.clock.tick(this.now())

  /** Starts to walk; false if there is no way. */
  walkTo(to: Point, seat: number | null = null): boolean {
    if (this.seat !== null) void this.stand()
    const points = findPath(this.grid, this.body, to)
    if (!points) return false
    this.walk = { points, seat, stuck: 0, left: Number.POSITIVE_INFINITY }
    this.gesture = null
    return true
  }

  stopWalking() {
    this.walk = null
  }

  /** Takes a seat within reach, else walks there first. */
  async sit(seat: number): Promise<Outcome | null> {
    const place = this.scene.seats[seat]
    if (!place) return null
    if (Math.hypot(place.x - this.body.x, place.z - this.body.z) > SEAT_REACH_M) {
      this.walkTo(place, seat)
      return null
    }
    return this.connection.interact(seat, 0)
  }

  stand(): Promise<Outcome> {
    const seat = this.seat ?? 0
    const place = this.scene.seats[seat]
    // The body has to be beside the seat, where one can walk.
    if (place && this.seat !== null) {
      const free = this.world.pushOut(place.x, place.z, 0.32, 0.35, 1.7)
      this.stepper.place(bodyAt(free.x, 0, free.z, place.yaw))
    }
    return this.connection.interact(seat, 1)
  }

  /** Stands up, or takes the nearest free seat within reach. */
  toggleSeat() {
    if (this.seat !== null) return void this.stand()
    const taken = new Set([...this.presence.get().members.values()].map(({ seat }) => seat))
    let [nearest, least] = [-1, SEAT_REACH_M]
    this.scene.seats.forEach(({ x, z }, seat) => {
      const distance = Math.hypot(x - this.body.x, z - this.body.z)
      if (distance < least && !taken.has(seat)) [nearest, least] = [seat, distance]
    })
    if (nearest >= 0) void this.sit(nearest)
  }

  /** The gestures that are motions: everybody sees them in the pose. */
  perform(motion: 'wave' | 'dance') {
    this.walk = null
    this.gesture = { motion, until: this.now() + (motion === 'wave' ? 2_400 : 12_000) }
  }

  private follow(seconds: number): Input {
    const { walk } = this
    const next = walk?.points[0]
    if (!walk || !next) return STILL
    const [dx, dz] = [next.x - this.body.x, next.z - this.body.z]
    const left = Math.hypot(dx, dz)
    const isLast = walk.points.length === 1
    const nearSeat = walk.seat !== null && isLast && left < SEAT_REACH_M / 2
    if (left < ARRIVED_M || nearSeat) {
      walk.points.shift()
      walk.left = Number.POSITIVE_INFINITY
      if (walk.points.length === 0) this.arrive(walk)
      return STILL
    }
    walk.stuck = left < walk.left - 0.01 ? 0 : walk.stuck + seconds
    walk.left = Math.min(walk.left, left)
    if (walk.stuck > STUCK_S) this.walk = null
    const ease = isLast ? Math.min(1, Math.max(0.35, left)) : 1
    return { ...STILL, x: (dx / left) * ease, z: (dz / left) * ease, isRunning: left > RUN_FROM_M }
  }

  private arrive({ seat }: Walk) {
    this.walk = null
    if (seat !== null) void this.connection.interact(seat, 0)
  }

  private motion() {
    const motion = motionOf(this.body)
    if (motion !== 'idle') return motion
    if (this.gesture && this.gesture.until < this.now()) this.gesture = null
    return this.gesture?.motion ?? 'idle'
  }

  private pose(): Pose {
    const seat = this.seatPlace()
    const { x, y, z, yaw } = seat ?? this.body
    return {
      ...{ x: toQuanta(x), y: toQuanta(y), z: toQuanta(z), yaw: toYawStep(yaw) },
      motion: seat ? 'sit' : this.motion(),
      teleport: this.isTeleport,
    }
  }

  private seatPlace(): Place | undefined {
    return this.seat === null ? undefined : this.scene.seats[this.seat]
  }

  private onState(state: ConnectionState) {
    this.state = state
    this.notifyListeners()
  }

  private notifyListeners() {
    for (const listener of this.stateListeners) listener()
  }

  private onMessage(message: ServerMessage) {
    this.presence.apply(message)
    this.game.apply(message)
    switch (message.name) {
      case 'WELCOME':
        return this.place(message.pose)
      case 'MOVED':
        this.walk = null
        return this.place(message.pose)
      case 'NACK':
        return this.correct(message.pose)
      case 'SNAP':
        return this.snapshot(message)
      case 'FULL': {
        this.tracks.clear()
        this.playback.reset()
        this.playback.snapshot(message.tick, this.now())
        for (const { slot, pose } of message.members) this.track(slot).place(message.tick, pose)
        return
      }
      case 'JOIN':
        return this.track(message.presence.slot).place(this.playback.latestTick, message.presence.pose)
      case 'LEAVE':
        return void this.tracks.delete(message.slot)
      case 'EVENT':
        if (message.event.kind !== 'custom' || message.event.name !== 'scene.published') return
        this.isOutdated = true
        return this.notifyListeners()
      default:
        return
    }
  }

  private snapshot({ tick, moved }: Extract<ServerMessage, { name: 'SNAP' }>) {
    this.playback.snapshot(tick, this.now())
    for (const { slot, pose } of moved) this.track(slot).add(tick, pose)
  }

  private track(slot: number): Track {
    const track = this.tracks.get(slot) ?? new Track()
    this.tracks.set(slot, track)
    return track
  }

  private place(pose: Pose) {
    this.stepper.place(toBody(pose))
    this.placements += 1
  }

  private correct(pose: Pose) {
    const body = toBody(pose)
    const before = this.stepper.shown()
    if (this.correction.apply(before, body)) this.stepper.place({ ...body, yaw: before.yaw })
  }

  private now = () => this.ports.clock.now()
}

const toBody = ({ x, y, z, yaw }: Pose) => bodyAt(toMetres(x), toMetres(y), toMetres(z), toRadians(yaw))
