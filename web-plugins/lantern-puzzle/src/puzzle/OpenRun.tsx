// A puzzle that is being played: the clock, the board, and what happens when all lanterns are lit.
import { Button, formatStopwatch, useAction, useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { type Run, type Solved, useRunActions } from '../api/puzzles'
import { Board } from './Board'
import { after, isSolved, type Press } from './board'
import { dropLog, keepLog, keptLog } from './kept-log'

const EVERY_MS = 47

interface Props {
  blockId: string
  run: Run
  /** When the run was received, by the clock of this page. */
  receivedMs: number
  onSolved: (solved: Solved) => void
}

export function OpenRun({ blockId, run, receivedMs, onSolved }: Props) {
  const t = useText('lantern-puzzle')
  const { finish, giveUp, forget } = useRunActions(blockId)
  const [log, setLog] = useState(() => keptLog(run.runId))
  const [isSent, setSent] = useState(false)
  const elapsed = () => Math.round(performance.now() - receivedMs + run.elapsedMs)
  const sending = useAction(async (presses: Press[]) => {
    setSent(true)
    const solved = await finish(run.runId, presses)
    dropLog(run.runId)
    onSolved(solved)
  })
  const leaving = useAction(async () => {
    await giveUp(run.runId)
    dropLog(run.runId)
  })
  const board = after(run.board, log)
  const press = (cell: number) => {
    if (isSolved(board)) return
    const next = [...log, { cell, atMs: Math.max(elapsed(), log.at(-1)?.atMs ?? 0) }]
    setLog(next)
    keepLog(run.runId, next)
    if (isSolved(after(run.board, next))) void sending.run(next)
  }
  const isOver = useDeadline(run.limitMs - run.elapsedMs)
  // On a phone the panel lies below the room's map.
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => area.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <div ref={area} className="lp-run">
      <Clock elapsed={elapsed} />
      <Board board={board} onPress={press} />
      <p className="lp-line" role="status">
        {isSolved(board)
          ? t(isSent && !sending.pending ? 'notSent' : 'sending')
          : t('presses', { count: log.length })}
      </p>
      {isOver && <p className="lp-line">{t('over')}</p>}
      <div className="lp-actions">
        {isSolved(board) && (
          <Button size="small" pending={sending.pending} onClick={() => void sending.run(log)}>
            {t('sendAgain')}
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          pending={leaving.pending}
          onClick={() => (isOver ? forget() : void leaving.run())}
        >
          {t(isOver ? 'again' : 'giveUp')}
        </Button>
      </div>
    </div>
  )
}

/** Written into the element, so that the board is not rendered for it. */
function Clock({ elapsed }: { elapsed: () => number }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const update = () => {
      if (text.current) text.current.textContent = formatStopwatch(elapsed())
    }
    update()
    const timer = setInterval(update, EVERY_MS)
    return () => clearInterval(timer)
  }, [elapsed])
  return <p ref={text} className="lp-clock" role="timer" />
}

function useDeadline(leftMs: number): boolean {
  const [isOver, setOver] = useState(leftMs <= 0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [leftMs])
  return isOver
}
