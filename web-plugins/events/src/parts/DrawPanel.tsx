// What is published about a draw, and its check in this browser.
import { Button, ErrorMessage, Icon, Panel, RowSkeletons, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useDraw, useLeaves } from '../api/events'
import type { Draw, EventDetail } from '../api/types'
import type { Check, Verdict } from '../draw/verify'
import { When } from './When'

const CHECKS: Check[] = ['seed', 'root', 'winners', 'own', 'rank']
/** Checks of the caller's own entry. */
const OWN: Check[] = ['own', 'rank']

export function DrawPanel({ event }: { event: EventDetail }) {
  const t = useText('events')
  const draw = useDraw(event.eventId)
  return (
    <Panel title={t('draw.title')} text={t('draw.text')}>
      {draw.status === 'pending' && <RowSkeletons />}
      {draw.status === 'error' && <ErrorMessage error={draw.error} onRetry={() => void draw.refetch()} />}
      {draw.data && <Published draw={draw.data} />}
    </Panel>
  )
}

function Published({ draw }: { draw: Draw }) {
  const t = useText('events')
  const rows = [
    [t('draw.at'), <When key="at" at={draw.drawAt} />],
    [t('draw.commit'), <code key="commit">{draw.commit}</code>],
    [t('draw.root'), draw.root ? <code key="root">{draw.root}</code> : t('draw.later')],
    [t('draw.seed'), draw.seed ? <code key="seed">{draw.seed}</code> : t('draw.later')],
  ] as const
  return (
    <>
      <dl className="ev-hashes">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {draw.seed !== null && <Verify draw={draw} />}
    </>
  )
}

function Verify({ draw }: { draw: Draw }) {
  const t = useText('events')
  const leaves = useLeaves(draw.eventId)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { pending, run } = useAction(async () => {
    const [{ verify }, { ownEntry }] = await Promise.all([import('../draw/verify'), import('../draw/entry')])
    const kept = draw.own && ownEntry(draw.own.placeId)
    setVerdict(await verify(draw, await leaves(), kept?.nonce ?? null))
  })
  const isRight = verdict !== null && CHECKS.every((check) => verdict.checks[check])
  return (
    <div className="ev-verify">
      <Button variant="secondary" pending={pending} onClick={() => void run()}>
        {t('draw.verify')}
      </Button>
      {verdict && (
        <div role="status">
          <ul>
            {CHECKS.filter((check) => draw.own !== null || !OWN.includes(check)).map((check) => (
              <li key={check} className={verdict.checks[check] ? 'is-good' : 'is-bad'}>
                <Icon name={verdict.checks[check] ? 'check' : 'warning'} size={18} />{' '}
                {t(`draw.checks.${check}`)}
              </li>
            ))}
          </ul>
          <p>
            <strong>{t(isRight ? 'draw.right' : 'draw.wrong')}</strong>{' '}
            {verdict.rank !== null &&
              t('draw.rank', { rank: verdict.rank, entries: verdict.entries, places: draw.places ?? 0 })}
          </p>
        </div>
      )}
    </div>
  )
}
