// Plays a sound. The waveform is drawn once the sound was played for the first time, because that needs all of it.
import { formatClock, IconButton, useText } from '@witverse/sdk'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { BARS, peaksOf } from './peaks'

const STEP_S = 5

export function SoundPlayer({ source, name }: { source: string; name: string }) {
  const t = useText('items')
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const [peaks, setPeaks] = useState<number[] | null>(null)
  const [failed, setFailed] = useState(false)

  async function toggle() {
    const player = audio.current
    if (!player) return
    if (isPlaying) return player.pause()
    if (!peaks) void waveform(source).then(setPeaks)
    try {
      await player.play()
    } catch {
      setFailed(true)
    }
  }
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = Math.min(Math.max(seconds, 0), length)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    seek(((event.clientX - box.left) / box.width) * length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP_S, ArrowLeft: -STEP_S }[event.key]
    if (by === undefined) return
    event.preventDefault()
    seek(at + by)
  }
  const bars = peaks ?? Array.from({ length: BARS }, () => 0.12)
  return (
    <div className="it-sound">
      {/* biome-ignore lint/a11y/useMediaCaption: people upload sounds without captions */}
      <audio
        ref={audio}
        src={source}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration || 0)}
        onError={() => setFailed(true)}
      />
      <IconButton label={t(isPlaying ? 'media.pause' : 'media.play', { name })} onClick={() => void toggle()}>
        <svg viewBox="0 0 20 20" width={20} height={20} fill="currentColor" aria-hidden="true">
          <path d={isPlaying ? 'M5 3h4v14H5ZM11 3h4v14h-4Z' : 'M5 3l12 7-12 7Z'} />
        </svg>
      </IconButton>
      <div
        className="it-wave"
        role="slider"
        tabIndex={0}
        aria-label={t('media.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={formatClock(Math.floor(at))}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${BARS * 4} 64`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((peak, bar) => {
            const height = Math.max(3, peak * 60)
            const isPast = length > 0 && bar / BARS < at / length
            return (
              <rect
                key={bar}
                className={isPast ? 'is-past' : undefined}
                {...{ x: bar * 4, y: 32 - height / 2, width: 2.4, height, rx: 1.2 }}
              />
            )
          })}
        </svg>
      </div>
      <small className="it-sound-time">
        {formatClock(Math.floor(at))} / {formatClock(length)}
      </small>
      {failed && (
        <p className="wv-field-note is-error" role="alert">
          {t('media.failed')}
        </p>
      )}
    </div>
  )
}

/** The waveform of a sound; null if this browser cannot decode it. */
async function waveform(source: string): Promise<number[] | null> {
  try {
    const bytes = await (await fetch(source)).arrayBuffer()
    const context = new OfflineAudioContext(1, 1, 22_050)
    const decoded = await context.decodeAudioData(bytes)
    return peaksOf(decoded.getChannelData(0))
  } catch {
    return null
  }
}
