// The keys of the editor, as data: which key asks for what. Pure, so that the help and the tests use the same list.

export type Action =
  | { do: 'nudge'; x: number; z: number; y: number; isFine: boolean }
  | { do: 'turn'; steps: number; isFine: boolean }
  | { do: 'resize'; steps: number }
  | { do: 'next'; step: 1 | -1 }
  | { do: 'remove' | 'undo' | 'redo' | 'copy' | 'paste' | 'duplicate' | 'all' | 'many' | 'escape' }

export interface Pressed {
  key: string
  /** The place of the key, for keyboards in Hangul mode. */
  code: string
  shiftKey: boolean
  /** Ctrl, or Cmd on a Mac. */
  isCommand: boolean
  altKey: boolean
}

const ARROWS: Record<string, [x: number, y: number, z: number]> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 0, -1],
  ArrowDown: [0, 0, 1],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
}
const TURNS: Record<string, number> = { KeyQ: 1, KeyE: -1, BracketLeft: 1, BracketRight: -1 }
const SIZES: Record<string, number> = { Equal: 1, NumpadAdd: 1, Minus: -1, NumpadSubtract: -1 }
const COMMANDS: Record<string, Action> = {
  KeyY: { do: 'redo' },
  KeyC: { do: 'copy' },
  KeyV: { do: 'paste' },
  KeyD: { do: 'duplicate' },
  KeyA: { do: 'all' },
}

export function actionOf({ key, code, shiftKey, isCommand, altKey }: Pressed): Action | null {
  if (altKey) return null
  if (isCommand) {
    if (code === 'KeyZ') return { do: shiftKey ? 'redo' : 'undo' }
    return shiftKey ? null : (COMMANDS[code] ?? null)
  }
  const arrow = ARROWS[key]
  if (arrow) return { do: 'nudge', x: arrow[0], y: arrow[1], z: arrow[2], isFine: shiftKey }
  const turn = TURNS[code]
  if (turn !== undefined) return { do: 'turn', steps: turn, isFine: shiftKey }
  const size = SIZES[code] ?? (key === '+' ? 1 : undefined)
  if (size !== undefined) return { do: 'resize', steps: size }
  if (code === 'KeyM') return { do: 'many' }
  if (key === 'Tab') return { do: 'next', step: shiftKey ? -1 : 1 }
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove' }
  return key === 'Escape' ? { do: 'escape' } : null
}
