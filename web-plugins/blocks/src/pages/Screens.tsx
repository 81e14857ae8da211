// The screens before and after a visit: what happened, and what one can do about it.
import { Button, ButtonLink, EmptyState, textOr, useText } from '@witverse/sdk'
import type { KickCode } from '../room/codes'

type Kind = 'missing' | 'denied' | 'failure' | 'loadError'

interface ScreenProps {
  kind: Kind
  worldName: string
  /** In place of the general text. */
  text?: string | undefined
  onRetry?: () => void
}

export function Screen({ kind, worldName, text, onRetry }: ScreenProps) {
  const t = useText('blocks')
  return (
    <div className="bl-screen" role={kind === 'failure' || kind === 'loadError' ? 'alert' : undefined}>
      <EmptyState
        level={1}
        title={t(`screen.${kind}.title`)}
        text={text ?? t(`screen.${kind}.text`)}
        action={
          <>
            {onRetry && <Button onClick={onRetry}>{t(`screen.${kind}.action`)}</Button>}
            <ButtonLink variant={onRetry ? 'secondary' : 'primary'} to={`/${worldName}`}>
              {t('screen.toWorld')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}

interface KickedProps {
  code: KickCode
  reason: string
  worldName: string
  onRetry: () => void
}

/** Kicks that one can come back from. */
const RETRIED: KickCode[] = [
  'replaced',
  'flood',
  'movement',
  'room_closed',
  'ticket',
  'room_full',
  'hello_timeout',
]
/** The reasons that are written for people. */
const SAID: KickCode[] = ['kicked', 'banned', 'refused']

export function KickedScreen({ code, reason, worldName, onRetry }: KickedProps) {
  const t = useText('blocks')
  const why = textOr(t, `kicked.${code}`, t('kicked.other'))
  const text = SAID.includes(code) && reason !== '' ? reason : why
  return (
    <div className="bl-screen" role="alert">
      <EmptyState
        level={1}
        title={t('kicked.title')}
        text={text}
        action={
          <>
            {RETRIED.includes(code) && <Button onClick={onRetry}>{t('kicked.again')}</Button>}
            <ButtonLink variant="secondary" to={`/${worldName}`}>
              {t('screen.toWorld')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}

/** The parts that a block is assembled from, each with its share that is done: from 0 to 1. */
export interface Assembly {
  scene: number
  /** Null: this browser shows no 3D. */
  view: number | null
  room: number
}

/** How much of the whole each part is. The document and the code are downloads; the room is one answer. */
const WEIGHTS = { scene: 5, view: 4, room: 1 }
const PARTS = ['scene', 'view', 'room'] as const

export function shareOf(assembly: Assembly): number {
  let [done, all] = [0, 0]
  for (const part of PARTS) {
    const share = assembly[part]
    if (share === null) continue
    done += share * WEIGHTS[part]
    all += WEIGHTS[part]
  }
  return done / all
}

/** A block that is being assembled: what is done, and what is still missing. */
export function LoadingScreen({ title, assembly }: { title: string; assembly: Assembly }) {
  const t = useText('blocks')
  const share = shareOf(assembly)
  return (
    <div className="bl-screen is-loading">
      <h1 className="bl-loading-title">{title}</h1>
      <progress value={share} max={1} aria-label={t('loading.progress')} />
      <p role="status">{t('loading.share', { percent: Math.round(share * 100) })}</p>
      <ul className="bl-assembly">
        {PARTS.map((part) => {
          const isDone = assembly[part] === 1
          if (assembly[part] === null) return null
          return (
            <li key={part} className={isDone ? 'is-done' : undefined}>
              <span aria-hidden="true">{isDone ? '✓' : '·'}</span> {t(`loading.${part}`)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
