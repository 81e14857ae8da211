// For moderators: a run from above as the room has accepted it, with the part that is too fast, and the time of each step.
import { Button, formatStopwatch, Modal, Segments, useText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { type RaceWay, type Review, useWay } from '../api/races'
import { frameOf, lineBetween, placeAt, spanOf } from './replay'

const SPEEDS = [1, 4] as const

interface Props {
  blockId: string
  review: Review
  name: string
  onClose: () => void
}

export function WatchRun({ blockId, review, name, onClose }: Props) {
  const t = useText('lantern-race')
  const way = useWay(blockId, review.reviewId)
  return (
    <Modal
      open
      size="wide"
      onClose={onClose}
      title={t('review.runOf', { name })}
      description={t('review.runHint')}
    >
      {way.isError && <p role="alert">{t('review.wayError')}</p>}
      {way.isSuccess && <Run way={way.data} review={review} />}
    </Modal>
  )
}

function Run({ way, review }: { way: RaceWay; review: Review }) {
  const t = useText('lantern-race')
  const [from, to] = spanOf(way)
  const [now, setNow] = useState(from)
  const [speed, setSpeed] = useState<number>(SPEEDS[0])
  const [isPlaying, setPlaying] = useState(false)
  usePlayback(isPlaying, (passed) => {
    const next = Math.min(to, now + passed * speed)
    setNow(next)
    if (next === to) setPlaying(false)
  })
  if (way.points.length === 0) return <p>{t('review.noWay')}</p>
  const play = () => {
    if (now >= to) setNow(from)
    setPlaying(!isPlaying)
  }
  return (
    <div className="lr-watch">
      <Drawing way={way} review={review} now={now} />
      <div className="lr-player">
        <Button size="small" onClick={play}>
          {t(isPlaying ? 'review.pause' : 'review.play')}
        </Button>
        <input
          type="range"
          aria-label={t('review.at')}
          aria-valuetext={clockOf(now)}
          {...{ min: from, max: to, step: 50, value: now }}
          onChange={(event) => setNow(Number(event.target.value))}
        />
        <output className="lr-time">{clockOf(now)}</output>
        <Segments
          label={t('review.speeds')}
          name="speed"
          value={String(speed)}
          onValue={(value) => setSpeed(Number(value))}
          options={SPEEDS.map((factor) => ({ value: String(factor), text: t('review.speed', { factor }) }))}
        />
      </div>
      <h3 className="lr-heading">{t('review.steps')}</h3>
      <ol className="lr-list" aria-label={t('review.steps')}>
        {way.stepsMs.map((ms, at) => (
          <li key={at} className="lr-entry">
            <span className="lr-name">
              {at === 0 ? t('review.stepStart') : t('review.step', { number: at })}
            </span>
            <span className="lr-time">{formatStopwatch(ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Drawing({ way, review, now }: { way: RaceWay; review: Review; now: number }) {
  const t = useText('lantern-race')
  const place = placeAt(way.points, now)
  const [start, end] = [way.stepsMs[review.fromStep], way.stepsMs[review.toStep]]
  const [from, to] = spanOf(way)
  return (
    <svg
      className="lr-map"
      viewBox={frameOf(way)}
      role="img"
      aria-label={t('review.map', { count: way.gates.length })}
    >
      {way.gates.map((gate, at) => (
        <g key={at} className={at === 0 ? 'lr-gate is-start' : 'lr-gate'}>
          <circle cx={gate.x} cy={gate.z} r={gate.radius} />
          <text x={gate.x} y={gate.z}>
            {at}
          </text>
        </g>
      ))}
      <polyline className="lr-way" points={lineBetween(way.points, from, to)} />
      {start !== undefined && end !== undefined && (
        <polyline className="lr-way is-fast" points={lineBetween(way.points, start, end)} />
      )}
      {place && <circle className="lr-runner" cx={place.x} cy={place.z} r={45} />}
    </svg>
  )
}

const clockOf = (ms: number) => `${ms < 0 ? '-' : ''}${formatStopwatch(Math.abs(ms))}`

/** Calls `onFrame` in each frame with the milliseconds since the one before, while it plays. */
function usePlayback(isPlaying: boolean, onFrame: (passed: number) => void) {
  const step = useEffectEvent(onFrame)
  useEffect(() => {
    if (!isPlaying) return
    let last: number | null = null
    const run = (at: number) => {
      if (last !== null) step(at - last)
      last = at
      frame = requestAnimationFrame(run)
    }
    let frame = requestAnimationFrame(run)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
}
