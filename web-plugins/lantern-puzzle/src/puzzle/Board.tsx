// The 25 lanterns as a grid: buttons that the arrow keys move between, or a picture of a replay.
import { classes, useText } from '@witverse/sdk'
import { useRef, useState } from 'react'
import { besideBy, CELLS, isLit, placeOf } from './board'

const ALL = Array.from({ length: CELLS }, (_, cell) => cell)

interface Props {
  board: number
  /** The lantern that was pressed last, in a replay. */
  last?: number | undefined
  /** Absent: the board is only shown. */
  onPress?: (cell: number) => void
}

export function Board({ board, last, onPress }: Props) {
  const t = useText('lantern-puzzle')
  const [current, setCurrent] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const nameOf = (cell: number) => t(isLit(board, cell) ? 'lit' : 'dark', placeOf(cell))
  const lookOf = (cell: number) =>
    classes('lp-lantern', isLit(board, cell) && 'is-lit', cell === last && 'is-last')
  if (!onPress) {
    return (
      <div className="lp-board" role="img" aria-label={t('board')}>
        {ALL.map((cell) => (
          <span key={cell} className={lookOf(cell)} />
        ))}
      </div>
    )
  }
  const move = (key: string) => {
    const next = besideBy(key, current)
    if (next === null) return false
    setCurrent(next)
    buttons.current[next]?.focus()
    return true
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a border of its own
    <div className="lp-board" role="group" aria-label={t('board')}>
      {ALL.map((cell) => (
        <button
          key={cell}
          ref={(element) => {
            buttons.current[cell] = element
          }}
          type="button"
          className={lookOf(cell)}
          aria-label={nameOf(cell)}
          tabIndex={cell === current ? 0 : -1}
          onFocus={() => setCurrent(cell)}
          onClick={() => onPress(cell)}
          onKeyDown={(event) => {
            // The arrow keys would move the avatar as well.
            if (!move(event.key)) return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      ))}
    </div>
  )
}
