// The 3D view of a session. Loaded with three when the 3D room opens, and only then. It reads the session each frame and
// owns nothing that others need: closing it loses nothing.
import { PerspectiveCamera, Scene as Space, Vector3, WebGLRenderer } from 'three'
import { Camera, HIDE_BODY_M } from '../room/camera'
import { hourInSeoul, lightAt } from '../room/daylight'
import type { Shown } from '../room/interpolation'
import type { Lamp } from '../room/kinds'
import { lampsOf, type Scene } from '../room/scene'
import type { Session } from '../room/session'
import { Beacons } from './beacons'
import { loadKinds } from './catalogue'
import { Controls, type Stick } from './controls'
import { Governor } from './governor'
import type { Models } from './models'
import { motes } from './motes'
import { Names } from './names'
import { faceOf, Moments } from './people/moments'
import { type Drawn, People } from './people/people'
import type { Pictures } from './pictures'
import { release } from './release'
import { buildScenery } from './scenery'
import { light, setLight } from './shaders'
import type { VrmPeople } from './vrm/people'

const PEOPLE_MAX = 200
const NAME_HEIGHT_M = 1.78
/** The drawing buffer never has more pixels than this, whatever the screen. */
const PIXELS_MAX = 2_600_000
const TAP_REACH_M = 60
/** Pictures of items are loaded within this distance, and answer to a tap within the second one. */
const PICTURES_M = 26
const ITEM_REACH_M = 12

export interface StageOptions {
  canvas: HTMLCanvasElement
  session: Session
  /** Unix milliseconds, for the hour. */
  wallClock(): number
  onStick(stick: Stick | null): void
  /** A press on the item that an object shows. */
  onItem?(id: string): void
  /** The context was lost: show the twin. */
  onLost(): void
  /** After each frame, to place bubbles. */
  onFrame(): void
  /** Steps below the best quality, for devices that lost their context before. */
  step?: number
}

export interface Probe {
  tick: number
  people: { slot: number; x: number; y: number; z: number; motion: string }[]
  draws: number
  triangles: number
  /** Those of uploaded models, as far as they are loaded. */
  modelTriangles: number
  /** Pictures of items, and those that are loaded. */
  pictures: { shown: number; loaded: number }
  /** People who are drawn as their VRM file. */
  vrms: number
  programs: number
  textures: number
  tier: number
  fps: number
  camera: { x: number; y: number; z: number; distance: number }
}

export class Stage {
  readonly controls: Controls
  private readonly renderer: WebGLRenderer
  private readonly space = new Space()
  private readonly lens = new PerspectiveCamera(58, 1, 0.1, 160)
  private readonly camera = new Camera()
  private readonly people: People
  private readonly names: Names
  private readonly moments = new Moments()
  private readonly beacons: Beacons
  private readonly governor: Governor
  private models: Models | null = null
  /** Null without items. */
  private pictures: Pictures | null = null
  /** False while their code is loaded. */
  private vrms: VrmPeople | null | false = null
  private readonly stop = new AbortController()
  private readonly observer: ResizeObserver
  private frame = 0
  private before = 0
  private rest = 0
  private placements = -1
  private drawn: Drawn[] = []
  private frames: number[] = []
  private cameraAt = { x: 0, y: 0, z: 0, distance: 0 }

  private readonly options: StageOptions

  /** Loads what a scene needs before its stage is made. */
  static prepare(scene: Scene): Promise<void> {
    return loadKinds(scene.objects.flatMap(({ kind, model }) => (model ? [] : [kind])))
  }

  constructor(options: StageOptions) {
    this.options = options
    const { canvas, session } = options
    this.governor = new Governor(options.step ?? 1)
    this.renderer = new WebGLRenderer({ canvas, antialias: this.governor.step < 2 })
    const lamps = lampsOf(session.scene)
    this.people = new People(PEOPLE_MAX, lamps)
    this.names = new Names(this.governor.quality.names)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.beacons = new Beacons(session.scene, isStill)
    this.space.add(buildScenery(session.scene), this.people.group, this.names.mesh, this.beacons.group)
    const air = isStill ? null : motes(session.scene)
    if (air) this.space.add(air)
    if (session.scene.objects.some(({ model }) => model)) void this.loadModels(lamps)
    if (session.scene.objects.some(({ item }) => item)) void this.loadPictures(lamps)
    const yaw = session.body.yaw
    this.controls = new Controls(canvas, yaw, {
      onStick: options.onStick,
      onTap: (x, y) => this.tap(x, y),
      onSit: () => session.toggleSeat(),
    })
    canvas.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault()
        options.onLost()
      },
      { signal: this.stop.signal },
    )
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(canvas)
    this.resize()
    this.run(performance.now())
  }

  dispose() {
    cancelAnimationFrame(this.frame)
    this.options.session.gaze = null
    this.stop.abort()
    this.observer.disconnect()
    this.controls.dispose()
    this.people.dispose()
    this.names.dispose()
    this.models?.dispose()
    this.pictures?.dispose()
    if (this.vrms) this.vrms.dispose()
    this.space.traverse((object) => {
      const { geometry, material } = object as {
        geometry?: { dispose(): void }
        material?: { dispose(): void }
      }
      geometry?.dispose()
      material?.dispose()
    })
    release(this.renderer)
  }

  /** Where a person is on the screen, above the head; null behind the camera or too far. */
  screenOf(slot: number): { x: number; y: number; distance: number } | null {
    const person = this.drawn.find((one) => one.slot === slot)
    if (!person) return null
    const point = new Vector3(person.x, person.y + NAME_HEIGHT_M + 0.16, person.z)
    const distance = point.distanceTo(this.lens.position)
    point.project(this.lens)
    if (point.z > 1 || Math.abs(point.x) > 1.05 || Math.abs(point.y) > 1.2) return null
    const { clientWidth, clientHeight } = this.options.canvas
    return { x: ((point.x + 1) / 2) * clientWidth, y: ((1 - point.y) / 2) * clientHeight, distance }
  }

  probe(): Probe {
    const { render, memory, programs } = this.renderer.info
    const mean = this.frames.reduce((sum, one) => sum + one, 0) / Math.max(1, this.frames.length)
    return {
      tick: Math.floor(this.options.session.tick()),
      people: this.drawn.map(({ slot, x, y, z, motion }) => ({ slot, x, y, z, motion })),
      draws: render.calls,
      triangles: render.triangles,
      modelTriangles: this.models?.triangles() ?? 0,
      pictures: this.pictures?.count() ?? { shown: 0, loaded: 0 },
      vrms: this.vrms ? this.vrms.count() : 0,
      programs: programs?.length ?? 0,
      textures: memory.textures,
      tier: this.governor.step,
      fps: mean > 0 ? 1000 / mean : 0,
      camera: this.cameraAt,
    }
  }

  private readonly run = (now: number) => {
    this.frame = requestAnimationFrame(this.run)
    const interval = 1000 / this.governor.quality.fps
    const elapsed = Math.min(1000, now - this.before)
    // The rest is carried over, so that 30 of 60 frames are 30 and not 20.
    if (elapsed + this.rest < interval - 1) return
    this.rest = Math.max(0, Math.min(interval, elapsed + this.rest - interval))
    this.before = now
    this.frames = [...this.frames, elapsed].slice(-60)
    const start = performance.now()
    this.draw(elapsed)
    if (this.governor.frame(elapsed, Math.max(performance.now() - start, elapsed - 1))) this.resize()
  }

  private draw(elapsedMs: number) {
    const { session } = this.options
    session.advance(elapsedMs, this.controls.read(elapsedMs))
    const self = session.shownSelf(elapsedMs)
    const view = this.controls.view
    session.gaze = view.yaw
    if (this.placements !== session.placements) {
      this.placements = session.placements
      view.yaw = self.yaw
      this.camera.reset(session.world, self, view)
    }
    const { at, distance } = this.camera.advance(elapsedMs / 1000, session.world, self, view)
    this.cameraAt = { ...at, distance }
    this.lens.position.set(at.x, at.y, at.z)
    this.lens.rotation.set(-view.pitch, view.yaw + Math.PI, 0, 'YXZ')
    this.light()
    this.models?.update(at, this.governor.step, performance.now())
    this.pictures?.update(at, PICTURES_M, performance.now())
    this.place(self, session.shownOthers(elapsedMs), elapsedMs, distance)
    this.beacons.update(session.game.marks(), performance.now())
    this.renderer.render(this.space, this.lens)
    this.options.onFrame()
  }

  private place(self: Shown, others: Map<number, Shown>, elapsedMs: number, distance: number) {
    const { session } = this.options
    const view = session.presence.get()
    const { members, self: ownSlot } = view
    const now = performance.now()
    this.moments.update(view, now)
    const moment = (slot: number) => ({
      isSpeaking: this.moments.isSpeaking(slot, now),
      face: faceOf(view, slot, session.tick()),
    })
    const own = ownSlot === null ? undefined : members.get(ownSlot)
    const drawn: Drawn[] = []
    if (distance >= HIDE_BODY_M) {
      const slot = ownSlot ?? -1
      drawn.push({ ...self, slot, user: own?.user ?? 'self', look: own?.look ?? null, ...moment(slot) })
    }
    for (const [slot, shown] of others) {
      const member = members.get(slot)
      drawn.push({
        ...{ ...shown, slot, user: member?.user ?? '', look: member?.look ?? null },
        ...moment(slot),
      })
    }
    this.drawn = drawn
    if (this.vrms) this.vrms.update(drawn, elapsedMs / 1000, this.lens.position, this.governor.step)
    else if (this.vrms === null && this.governor.step < 4) {
      const { x: atX, z: atZ } = this.lens.position
      if (drawn.some(({ look, x, z }) => look?.includes('"vrm"') && Math.hypot(x - atX, z - atZ) < 20))
        void this.loadVrms()
    }
    const { levels } = this.governor.quality
    this.people.update(drawn, elapsedMs / 1000, this.lens, levels, ({ x, y, z }) =>
      session.world.floor(x, z, y, 0.1),
    )
    const tags = drawn.flatMap(({ slot, x, y, z, motion }) => {
      const member = members.get(slot)
      if (!member || slot === ownSlot) return []
      const height = motion === 'sit' ? NAME_HEIGHT_M - 0.3 : NAME_HEIGHT_M
      return [{ slot, name: member.name, isModerator: member.moderator, x, y: y + height, z }]
    })
    this.names.update(tags, this.lens.position)
  }

  /** Without its code, models are not drawn; they still block the way and are in the twin's list. */
  private async loadModels(lamps: Lamp[]) {
    const code = await import(/* webpackChunkName: "page-models" */ './models').catch(() => null)
    if (!code || this.stop.signal.aborted) return
    this.models = new code.Models()
    this.models.set(this.options.session.scene.objects, lamps)
    this.space.add(this.models.group)
  }

  /** Without its code, frames stay empty; their items are still within reach. */
  private async loadPictures(lamps: Lamp[]) {
    const code = await import(/* webpackChunkName: "page-pictures" */ './pictures').catch(() => null)
    if (!code || this.stop.signal.aborted) return
    this.pictures = new code.Pictures()
    this.pictures.set(this.options.session.scene.objects, lamps, this.governor.step)
    this.space.add(this.pictures.group)
  }

  /** People with a VRM file, on devices that can show one. Without the code they are drawn like all others. */
  private async loadVrms() {
    this.vrms = false
    const code = await import(/* webpackChunkName: "page-vrm" */ './vrm/people').catch(() => null)
    if (!code || this.stop.signal.aborted) return
    this.vrms = new code.VrmPeople()
    this.space.add(this.vrms.group)
  }

  private light() {
    const { scene } = this.options.session
    const hour = scene.sky.hour ?? hourInSeoul(this.options.wallClock())
    setLight(lightAt(hour, scene.sky.hue, scene.ambience))
    light.uTime.value = (performance.now() / 1000) % 1000
  }

  /** Shows the tapped item, or walks to the tapped point of the ground or to the seat beside it. */
  private tap(x: number, y: number) {
    const { canvas, session } = this.options
    const point = new Vector3((x / canvas.clientWidth) * 2 - 1, 1 - (y / canvas.clientHeight) * 2, 0.5)
    const to = point.unproject(this.lens).sub(this.lens.position).normalize()
    if (this.tapItem(to)) return
    if (to.y > -0.02) return
    const reach = this.lens.position.y / -to.y
    if (reach > TAP_REACH_M) return
    const goal = { x: this.lens.position.x + to.x * reach, z: this.lens.position.z + to.z * reach }
    const seat = session.scene.seats.findIndex((one) => Math.hypot(one.x - goal.x, one.z - goal.z) < 0.7)
    if (seat >= 0) void session.sit(seat)
    else session.walkTo(goal)
  }

  private tapItem(to: Vector3): boolean {
    const { x, y, z } = this.lens.position
    const hit = this.pictures?.at([x, y, z], [to.x, to.y, to.z])
    if (!hit || hit.distance > ITEM_REACH_M) return false
    // Just before the picture, so that the solid that it is on is not in between.
    const end = this.lens.position.clone().addScaledVector(to, hit.distance - 0.1)
    if (this.options.session.world.ray({ x, y, z }, end) < 1) return false
    this.options.onItem?.(hit.object.id)
    return true
  }

  private resize() {
    const { clientWidth: width, clientHeight: height } = this.options.canvas
    if (width === 0 || height === 0) return
    const wanted = Math.min(window.devicePixelRatio || 1, this.governor.quality.pixelRatio)
    this.renderer.setPixelRatio(Math.min(wanted, Math.sqrt(PIXELS_MAX / (width * height))))
    this.renderer.setSize(width, height, false)
    this.lens.aspect = width / height
    // A narrow screen sees as much to the sides as a wide one.
    this.lens.fov = this.lens.aspect < 1 ? 68 : 58
    this.lens.updateProjectionMatrix()
  }
}
