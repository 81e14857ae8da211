import { describe, expect, it } from 'vitest'
import { DEAD_ZONE, type PadState, readPad, stickOf, wheelEntry } from './mapping'

const pad = (axes: number[] = [0, 0, 0, 0], down: number[] = [], mapping = 'standard'): PadState => ({
  mapping,
  axes,
  buttons: Array.from({ length: 17 }, (_, i) => ({
    pressed: down.includes(i),
    value: down.includes(i) ? 1 : 0,
  })),
})

describe('a stick', () => {
  it('rests within its dead zone, in every direction', () => {
    expect(stickOf(DEAD_ZONE, 0)).toEqual({ x: 0, y: 0 })
    expect(stickOf(-0.1, 0.1)).toEqual({ x: 0, y: 0 })
    expect(stickOf(Number.NaN, 0)).toEqual({ x: 0, y: 0 })
  })

  it('begins at nothing beside the dead zone and ends at one', () => {
    expect(stickOf(DEAD_ZONE + 0.01, 0).x).toBeCloseTo(0.012, 2)
    expect(stickOf(0, -1)).toEqual({ x: 0, y: -1 })
    const corner = stickOf(1, 1)
    expect(Math.hypot(corner.x, corner.y)).toBeCloseTo(1)
  })
})

describe('readPad', () => {
  it('walks ahead when the stick is pushed away, and runs at its end', () => {
    expect(readPad(pad([0, -0.6, 0, 0]), null)).toMatchObject({ isRunning: false })
    const input = readPad(pad([0, -1, 0, 0]), null)
    expect(input?.move).toEqual({ x: 0, y: 1 })
    expect(input?.isRunning).toBe(true)
  })

  it('looks with the right stick', () => {
    expect(readPad(pad([0, 0, 1, 0]), null)?.look).toEqual({ x: 1, y: 0 })
  })

  it('acts once for each press', () => {
    const down = pad([0, 0, 0, 0], [2])
    expect(readPad(down, pad())?.actions).toEqual(['interact'])
    expect(readPad(down, down)?.actions).toEqual([])
    expect(readPad(pad([], [3]), null)?.actions).toEqual(['view'])
  })

  it('jumps while the button is held, and runs with the trigger', () => {
    expect(readPad(pad([], [0]), null)?.isJumping).toBe(true)
    const trigger = pad()
    const buttons = trigger.buttons.map((one, i) => (i === 7 ? { pressed: false, value: 0.6 } : one))
    expect(readPad({ ...trigger, buttons }, null)?.isRunning).toBe(true)
  })

  it('stands still while the wheel is open', () => {
    const input = readPad(pad([1, 0, 0, 0], [4]), null)
    expect(input).toMatchObject({ isWheelOpen: true, move: { x: 0, y: 0 } })
  })

  it('ignores pads of another mapping and survives missing parts', () => {
    expect(readPad(pad([1, 1], [0], ''), null)).toBeNull()
    expect(readPad({ mapping: 'standard', axes: [], buttons: [] }, null)).toMatchObject({
      move: { x: 0, y: 0 },
      actions: [],
    })
  })
})

it.each([
  [[0, -1], 0],
  [[1, 0], 4],
  [[0, 1], 8],
  [[-1, 0], 12],
  [[-0.05, -1], 0],
  [[0.2, 0.1], null],
] as const)('the wheel of 16 at %o is entry %s', (axes, entry) => {
  expect(wheelEntry(pad([...axes]), 16)).toBe(entry)
})
