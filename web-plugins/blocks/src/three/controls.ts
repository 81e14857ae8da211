// Keyboard, mouse and touch become one wish per frame. Movement keys do nothing while a field, a dialog or an editor has
// the focus. The left half of a touch screen is the joystick, the rest looks around.
import type { View } from '../room/camera'
import { clampPitch } from '../room/camera'
import type { Input } from '../room/movement'

const STICK_M = 50
const RUN_FROM = 0.6
const LOOK_PER_PX = 0.0052
const DISTANCE_MAX = 8
const DISTANCE_DEFAULT = 4.2
const TAP_MS = 280
const TAP_PX = 8

/** Radians a second with the keys Q and R. */
const KEY_TURN = 1.9

const KEYS: Record<string, 'up' | 'down' | 'left' | 'right' | 'run' | 'jump' | 'turnLeft' | 'turnRight'> = {
  KeyW: 'up',
  ArrowUp: 'up',
  KeyS: 'down',
  ArrowDown: 'down',
  KeyA: 'left',
  ArrowLeft: 'left',
  KeyD: 'right',
  ArrowRight: 'right',
  ShiftLeft: 'run',
  ShiftRight: 'run',
  Space: 'jump',
  KeyQ: 'turnLeft',
  KeyR: 'turnRight',
}
/** Where keys belong to what has the focus. */
const OCCUPIED = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [data-room-editor]'
/** What Space and the arrows operate. */
const OPERATED = 'button, a, summary, [role=tab], [role=slider]'

export function isOccupied(focused: Element | null, code: string): boolean {
  if (!focused) return false
  if (focused.closest(OCCUPIED)) return true
  return code === 'Space' && focused.closest(OPERATED) !== null
}

export interface Stick {
  x: number
  y: number
  /** Of the thumb, from the centre, in -1 to 1. */
  dx: number
  dy: number
}

/** What a gamepad adds in one frame. Turns are in radians. */
export interface PadWish {
  right: number
  ahead: number
  turn: number
  tilt: number
  isRunning: boolean
  isJumping: boolean
}

interface Options {
  onStick(stick: Stick | null): void
  /** A short press without a drag, in pixels of the element. */
  onTap(x: number, y: number): void
  /** The key F: sits down or stands up. */
  onSit?(): void
}

export class Controls {
  readonly view: View
  /** Read once a frame, while a gamepad is connected. */
  pad: ((elapsedMs: number) => PadWish | null) | null = null
  private readonly pressed = new Set<string>()
  private stick: (Stick & { id: number }) | null = null
  private drag: { id: number; x: number; y: number; startX: number; startY: number; at: number } | null = null
  private readonly stop = new AbortController()

  private readonly element: HTMLElement
  private readonly options: Options

  constructor(element: HTMLElement, yaw: number, options: Options) {
    this.element = element
    this.options = options
    this.view = { yaw, pitch: 0.22, distance: DISTANCE_DEFAULT }
    const { signal } = this.stop
    window.addEventListener('keydown', (event) => this.onKey(event, true), { signal })
    window.addEventListener('keyup', (event) => this.onKey(event, false), { signal })
    window.addEventListener('blur', () => this.pressed.clear(), { signal })
    document.addEventListener(
      'focusin',
      () => isOccupied(document.activeElement, '') && this.pressed.clear(),
      { signal },
    )
    element.addEventListener('pointerdown', this.onDown, { signal })
    element.addEventListener('pointermove', this.onMove, { signal })
    element.addEventListener('pointerup', this.onUp, { signal })
    element.addEventListener('pointercancel', this.onUp, { signal })
    element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    element.addEventListener('wheel', this.onWheel, { signal, passive: false })
  }

  dispose() {
    this.stop.abort()
  }

  /** The wish in scene coordinates, as seen by the camera; turns the camera for keys and gamepads. */
  read(elapsedMs = 0): Input {
    const held = (key: string) => (this.pressed.has(key) ? 1 : 0)
    let right = held('right') - held('left')
    let ahead = held('up') - held('down')
    let isRunning = this.pressed.has('run')
    if (this.stick) {
      right += this.stick.dx
      ahead -= this.stick.dy
      isRunning ||= Math.hypot(this.stick.dx, this.stick.dy) > RUN_FROM
    }
    const pad = this.pad?.(elapsedMs)
    const turned = (held('turnRight') - held('turnLeft')) * KEY_TURN * (elapsedMs / 1000)
    this.view.yaw -= turned + (pad?.turn ?? 0)
    if (pad) {
      right += pad.right
      ahead += pad.ahead
      isRunning ||= pad.isRunning
      this.view.pitch = clampPitch(this.view.pitch + pad.tilt)
    }
    const { yaw } = this.view
    return {
      x: Math.sin(yaw) * ahead - Math.cos(yaw) * right,
      z: Math.cos(yaw) * ahead + Math.sin(yaw) * right,
      isRunning,
      isJumping: this.pressed.has('jump') || pad?.isJumping === true,
    }
  }

  toggleFirstPerson(): boolean {
    this.view.distance = this.view.distance > 0 ? 0 : DISTANCE_DEFAULT
    return this.view.distance === 0
  }

  private onKey(event: KeyboardEvent, isDown: boolean) {
    const key = KEYS[event.code]
    if (!isDown && key) this.pressed.delete(key)
    if (!isDown || event.ctrlKey || event.metaKey || event.altKey) return
    if (isOccupied(document.activeElement, event.code)) return
    if (event.code === 'KeyV' && !event.repeat) this.toggleFirstPerson()
    if (event.code === 'KeyF' && !event.repeat) this.options.onSit?.()
    if (!key) return
    this.pressed.add(key)
    event.preventDefault()
  }

  private readonly onDown = (event: PointerEvent) => {
    const box = this.element.getBoundingClientRect()
    this.element.setPointerCapture?.(event.pointerId)
    if (event.pointerType === 'touch' && event.clientX < box.left + box.width / 2 && !this.stick) {
      const [x, y] = [event.clientX - box.left, event.clientY - box.top]
      this.stick = { id: event.pointerId, x, y, dx: 0, dy: 0 }
      this.options.onStick(this.stick)
      return
    }
    const { clientX: x, clientY: y, pointerId: id } = event
    this.drag = { id, x, y, startX: x, startY: y, at: event.timeStamp }
  }

  private readonly onMove = (event: PointerEvent) => {
    if (this.stick?.id === event.pointerId) {
      const box = this.element.getBoundingClientRect()
      const [dx, dy] = [event.clientX - box.left - this.stick.x, event.clientY - box.top - this.stick.y]
      const share = Math.min(1, Math.hypot(dx, dy) / STICK_M)
      const angle = Math.atan2(dy, dx)
      this.stick.dx = Math.cos(angle) * share
      this.stick.dy = Math.sin(angle) * share
      this.options.onStick(this.stick)
    } else if (this.drag?.id === event.pointerId) {
      this.view.yaw -= (event.clientX - this.drag.x) * LOOK_PER_PX
      this.view.pitch = clampPitch(this.view.pitch + (event.clientY - this.drag.y) * LOOK_PER_PX)
      this.drag.x = event.clientX
      this.drag.y = event.clientY
    }
  }

  private readonly onUp = (event: PointerEvent) => {
    if (this.stick?.id === event.pointerId) {
      this.stick = null
      this.options.onStick(null)
    }
    if (this.drag?.id !== event.pointerId) return
    const { startX, startY, at } = this.drag
    this.drag = null
    const isTap = Math.hypot(event.clientX - startX, event.clientY - startY) < TAP_PX
    if (!isTap || event.timeStamp - at > TAP_MS || event.type === 'pointercancel') return
    const box = this.element.getBoundingClientRect()
    this.options.onTap(event.clientX - box.left, event.clientY - box.top)
  }

  private readonly onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const wished = this.view.distance * Math.exp(event.deltaY * 0.0012) + (event.deltaY > 0 ? 0.05 : 0)
    this.view.distance = Math.min(DISTANCE_MAX, wished < 0.9 ? (event.deltaY > 0 ? 1 : 0) : wished)
  }
}
