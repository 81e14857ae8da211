// The key of a publisher, and the earlier ones. A leaked one can be revoked.
import { Badge, Button, Confirm, formatDate, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useOversight } from '../api/packages'
import type { Publisher } from '../api/types'
import { StopDialog } from './StopDialog'

type Key = Publisher['keys'][number]

export function PublisherKeys({ publisher }: { publisher: Publisher }) {
  const t = useText('extensions')
  const toast = useToast()
  const { revokeKey, restoreKey } = useOversight()
  const [chosen, setChosen] = useState<Key | null>(null)
  const [current, ...earlier] = publisher.keys
  if (!current) return null
  const key = chosen?.id ?? ''
  // The end of an action must not close the dialog of the next one.
  const close = () => setChosen((now) => (now === chosen ? null : now))
  return (
    <>
      <small>
        {t('publishers.key')} <KeyLine line={current} onChoose={setChosen} />
      </small>
      {earlier.length > 0 && (
        <details>
          <summary>{t('publishers.earlier', { count: earlier.length })}</summary>
          <ul className="ex-lines">
            {earlier.map((line) => (
              <li key={line.id}>
                <KeyLine line={line} onChoose={setChosen} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen && !chosen.revokedBecause && (
        <StopDialog
          title={t('publishers.revokeTitle', { key })}
          text={t('publishers.revokeText')}
          action={t('publishers.revoke')}
          onStop={async (reason) => {
            await revokeKey(publisher.name, key, reason)
            toast(t('publishers.revoked', { key }), 'good')
          }}
          onClose={close}
        />
      )}
      {chosen?.revokedBecause && (
        <Confirm
          title={t('publishers.restoreTitle', { key })}
          text={t('publishers.restoreText')}
          action={t('publishers.restore')}
          onConfirm={async () => {
            await restoreKey(publisher.name, key)
            toast(t('publishers.restored', { key }), 'good')
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function KeyLine({ line, onChoose }: { line: Key; onChoose: (key: Key) => void }) {
  const t = useText('extensions')
  const { id, revokedBecause } = line
  return (
    <>
      <code>{id}</code> {t('publishers.from', { date: formatDate(line.since) })}{' '}
      {revokedBecause && (
        <>
          <Badge tone="bad">{t('publishers.isRevoked')}</Badge> {revokedBecause}{' '}
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={t(revokedBecause ? 'publishers.restoreThis' : 'publishers.revokeThis', { key: id })}
        onClick={() => onChoose(line)}
      >
        {t(revokedBecause ? 'publishers.restore' : 'publishers.revoke')}
      </Button>
    </>
  )
}
