// For moderators: the presses of a run, one after the other at the pace of the player.
import { Button, formatStopwatch, Modal, useText } from '@witverse/sdk'
import { useEffect, useState } from 'react'
import type { Review } from '../api/puzzles'
import { Board } from './Board'
import { after } from './board'

/** A long pause is cut short. */
const LONGEST_PAUSE_MS = 2_000

interface Props {
  review: Review
  name: string
  onClose: () => void
}

export function WatchRun({ review, name, onClose }: Props) {
  const t = useText('lantern-puzzle')
  const { presses, board } = review
  const [count, setCount] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const next = isPlaying ? presses[count] : undefined
  const pause = next && Math.min(LONGEST_PAUSE_MS, next.atMs - (presses[count - 1]?.atMs ?? 0))
  useEffect(() => {
    if (pause === undefined) return
    const timer = setTimeout(() => {
      setCount(count + 1)
      if (count + 1 === presses.length) setPlaying(false)
    }, pause)
    return () => clearTimeout(timer)
  }, [pause, count, presses.length])
  const play = () => {
    if (count === presses.length) setCount(0)
    setPlaying(!isPlaying)
  }
  const last = presses[count - 1]
  const moment = t('review.after', { time: formatStopwatch(last?.atMs ?? 0), count })
  return (
    <Modal open onClose={onClose} title={t('review.runOf', { name })} description={t('review.runHint')}>
      <div className="lp-watch">
        <Board board={after(board, presses, count)} last={last?.cell} />
        <div className="lp-player">
          <Button size="small" onClick={play}>
            {t(isPlaying ? 'review.pause' : 'review.play')}
          </Button>
          <input
            type="range"
            aria-label={t('review.at')}
            aria-valuetext={moment}
            {...{ min: 0, max: presses.length, value: count }}
            onChange={(event) => setCount(Number(event.target.value))}
          />
        </div>
        <output className="lp-time">{moment}</output>
      </div>
    </Modal>
  )
}
