// One person on a turntable, for the preview of an avatar: the same body, hair and gear as in a room.
import { PerspectiveCamera, Scene as Space, WebGLRenderer } from 'three'
import { MOTIONS, type Motion } from '../room/codes'
import { lightAt } from '../room/daylight'
import { type Drawn, People } from './people'
import { setLight } from './shaders'
import type { VrmPeople } from './vrm/people'

const TURN_PER_S = 0.45
const FRAME_MS = 1000 / 30
/** After a drag, the figure rests for so long before it turns again. */
const REST_S = 4
const PIXEL_RATIO_MAX = 2

export class FigureStage {
  private readonly canvas: HTMLCanvasElement
  private readonly renderer: WebGLRenderer
  private readonly space = new Space()
  private readonly lens = new PerspectiveCamera(26, 1, 0.1, 20)
  private readonly people = new People(1, [], 2)
  private readonly stop = new AbortController()
  private readonly observer: ResizeObserver
  private readonly isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  private look: string | null = null
  private vrms: VrmPeople | null = null
  private motion: Motion = 'idle'
  private yaw = 0.35
  /** It faces forward at first. */
  private rest = REST_S
  private drag: { id: number; x: number } | null = null
  private frame = 0
  private before = 0

  constructor(canvas: HTMLCanvasElement, onLost: () => void) {
    this.canvas = canvas
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.space.add(this.people.group)
    // Brighter and warmer than any hour, as in a studio.
    setLight({ ...lightAt(13.5, 0.6), up: [1, 0.97, 1], down: [0.78, 0.7, 0.72], key: [0.8, 0.74, 0.66] })
    const { signal } = this.stop
    canvas.addEventListener('webglcontextlost', onLost, { signal })
    canvas.addEventListener('pointerdown', (event) => this.onDown(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.onMove(event), { signal })
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, () => (this.drag = null), { signal })
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(canvas)
    this.resize()
    this.run(performance.now())
  }

  /** `look` as in the presence of a room; an unknown motion is standing. */
  show(look: string, motion: string) {
    this.look = look
    this.motion = MOTIONS.find((one) => one === motion) ?? 'idle'
    if (look.includes('"vrm"') && !this.vrms) void this.loadVrms()
  }

  dispose() {
    cancelAnimationFrame(this.frame)
    this.stop.abort()
    this.observer.disconnect()
    this.people.dispose()
    this.vrms?.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }

  private onDown(event: PointerEvent) {
    this.drag = { id: event.pointerId, x: event.clientX }
    this.canvas.setPointerCapture(event.pointerId)
  }

  private onMove(event: PointerEvent) {
    if (this.drag?.id !== event.pointerId) return
    this.yaw += (event.clientX - this.drag.x) * 0.012
    this.drag.x = event.clientX
    this.rest = REST_S
  }

  private readonly run = (now: number) => {
    this.frame = requestAnimationFrame(this.run)
    const elapsed = Math.min(200, now - this.before)
    if (elapsed < FRAME_MS - 1) return
    this.before = now
    const seconds = elapsed / 1000
    this.rest = Math.max(0, this.rest - seconds)
    if (!this.isStill && !this.drag && this.rest === 0) this.yaw += TURN_PER_S * seconds
    const person = { slot: 1, user: 'preview', look: this.look, motion: this.motion }
    const pace = this.isStill && this.motion === 'idle' ? 0 : seconds
    const drawn: Drawn[] = [{ ...person, x: 0, y: 0, z: 0, yaw: this.yaw }]
    this.vrms?.update(drawn, pace, { x: 0, z: 5 }, 0)
    this.people.update(drawn, pace, { x: 0, z: 5 }, 1, () => 0)
    this.renderer.render(this.space, this.lens)
  }

  private async loadVrms() {
    const code = await import(/* webpackChunkName: "page-vrm" */ './vrm/people').catch(() => null)
    if (!code || this.vrms || this.stop.signal.aborted) return
    this.vrms = new code.VrmPeople()
    this.space.add(this.vrms.group)
  }

  private resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (width === 0 || height === 0) return
    this.renderer.setPixelRatio(Math.min(PIXEL_RATIO_MAX, window.devicePixelRatio || 1))
    this.renderer.setSize(width, height, false)
    this.lens.aspect = width / height
    // The whole figure with a crown, in a wide and in a narrow view.
    const distance = 4.9 * Math.max(1, 0.62 / this.lens.aspect)
    this.lens.position.set(0, 1.15, distance)
    this.lens.lookAt(0, 0.95, 0)
    this.lens.updateProjectionMatrix()
  }
}
