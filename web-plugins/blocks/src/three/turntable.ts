// A canvas on a turntable: it turns by itself, follows a drag, and rests after one.
import { PerspectiveCamera, Scene as Space, WebGLRenderer } from 'three'
import { lightAt } from '../room/daylight'
import { release } from './release'
import { setLight } from './shaders'

const TURN_PER_S = 0.45
const FRAME_MS = 1000 / 30
/** After a drag, it rests for so long before it turns again. */
const REST_S = 4
const YAW_PER_PX = 0.012
const PIXEL_RATIO_MAX = 2

export abstract class Turntable {
  protected readonly space = new Space()
  protected readonly lens = new PerspectiveCamera(26, 1, 0.1, 20)
  protected readonly stop = new AbortController()
  protected readonly isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  protected yaw = 0.35
  private readonly canvas: HTMLCanvasElement
  private readonly renderer: WebGLRenderer
  private readonly observer: ResizeObserver
  /** It faces forward at first. */
  private rest = REST_S
  private drag: { id: number; x: number } | null = null
  private frame = 0
  private before = 0

  constructor(canvas: HTMLCanvasElement, onLost: () => void) {
    this.canvas = canvas
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
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
  }

  /** Begins to draw. Called once, when everything that is drawn is there. */
  protected begin() {
    this.resize()
    this.run(performance.now())
  }

  /** Prepares a picture after `seconds`. */
  protected abstract update(seconds: number): void

  /** Places the camera for the shape of the view. */
  protected abstract frameFor(aspect: number): void

  dispose() {
    cancelAnimationFrame(this.frame)
    this.stop.abort()
    this.observer.disconnect()
    release(this.renderer)
  }

  /** Turns it by hand. */
  turn(radians: number) {
    this.yaw += radians
    this.rest = REST_S
  }

  private onDown(event: PointerEvent) {
    this.drag = { id: event.pointerId, x: event.clientX }
    this.canvas.setPointerCapture(event.pointerId)
  }

  private onMove(event: PointerEvent) {
    if (this.drag?.id !== event.pointerId) return
    this.turn((event.clientX - this.drag.x) * YAW_PER_PX)
    this.drag.x = event.clientX
  }

  private readonly run = (now: number) => {
    this.frame = requestAnimationFrame(this.run)
    const elapsed = Math.min(200, now - this.before)
    if (elapsed < FRAME_MS - 1) return
    this.before = now
    const seconds = elapsed / 1000
    this.rest = Math.max(0, this.rest - seconds)
    if (!this.isStill && !this.drag && this.rest === 0) this.yaw += TURN_PER_S * seconds
    this.update(seconds)
    this.renderer.render(this.space, this.lens)
  }

  private resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (width === 0 || height === 0) return
    this.renderer.setPixelRatio(Math.min(PIXEL_RATIO_MAX, window.devicePixelRatio || 1))
    this.renderer.setSize(width, height, false)
    this.lens.aspect = width / height
    this.frameFor(this.lens.aspect)
    this.lens.updateProjectionMatrix()
  }
}
