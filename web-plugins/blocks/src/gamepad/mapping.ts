// A gamepad of the standard mapping as wishes of a person. Pure: it sees axes and buttons, and what was pressed before.
// https://w3c.github.io/gamepad/#remapping

export interface PadState {
  mapping: string
  axes: readonly number[]
  buttons: readonly { pressed: boolean; value: number }[]
}

export interface Vector {
  x: number
  y: number
}

/** Presses that act once, when the button goes down. */
export type PadAction = 'interact' | 'view'

export interface PadInput {
  /** To the right and ahead, at most 1 long. */
  move: Vector
  /** To the right and down, at most 1 long. */
  look: Vector
  isRunning: boolean
  isJumping: boolean
  /** The emoji wheel is open while its button is held. */
  isWheelOpen: boolean
  actions: PadAction[]
}

/** Sticks at rest report up to this much. */
export const DEAD_ZONE = 0.16
const RUN_FROM = 0.92
const TRIGGER_FROM = 0.4

const BUTTON = { jump: 0, interact: 2, view: 3, wheel: 4, runTrigger: 7, runStick: 10 } as const
const ACTIONS: readonly PadAction[] = ['interact', 'view']

const isDown = (pad: PadState, button: number): boolean => {
  const state = pad.buttons[button]
  return state !== undefined && (state.pressed || state.value > TRIGGER_FROM)
}

/** A stick without its dead zone: 0 at its edge, 1 at the end, in the same direction. */
export function stickOf(x = 0, y = 0): Vector {
  const length = Math.hypot(x, y)
  if (!(length > DEAD_ZONE)) return { x: 0, y: 0 }
  const share = Math.min(1, (length - DEAD_ZONE) / (1 - DEAD_ZONE))
  return { x: (x / length) * share, y: (y / length) * share }
}

/** The wishes; null for a pad without the standard mapping. `before` is the same pad at the last reading. */
export function readPad(pad: PadState, before: PadState | null): PadInput | null {
  if (pad.mapping !== 'standard') return null
  const [moveX, moveY, lookX, lookY] = pad.axes
  const move = stickOf(moveX, moveY)
  const went = (button: number) => isDown(pad, button) && !(before && isDown(before, button))
  const isWheelOpen = isDown(pad, BUTTON.wheel)
  return {
    move: isWheelOpen ? { x: 0, y: 0 } : { x: move.x, y: -move.y || 0 },
    look: stickOf(lookX, lookY),
    isRunning:
      Math.hypot(move.x, move.y) > RUN_FROM || isDown(pad, BUTTON.runTrigger) || isDown(pad, BUTTON.runStick),
    isJumping: isDown(pad, BUTTON.jump),
    isWheelOpen,
    actions: ACTIONS.filter((action) => went(BUTTON[action])),
  }
}

/** The entry of a wheel with `count` entries that the stick points at: 0 is above, then clockwise; null in the middle. */
export function wheelEntry(pad: PadState, count: number): number | null {
  const { x, y } = stickOf(pad.axes[0], pad.axes[1])
  if (Math.hypot(x, y) < 0.4) return null
  const turn = Math.atan2(x, -y) / (2 * Math.PI)
  return Math.round(((turn + 1) % 1) * count) % count
}

/** What is read of a pad, because browsers change the object in place. */
export const copyPad = ({ mapping, axes, buttons }: PadState): PadState => ({
  mapping,
  axes: [...axes],
  buttons: buttons.map(({ pressed, value }) => ({ pressed, value })),
})
