// The key of a publisher, and the earlier ones. A leaked one can be revoked.
import { Badge, Button, Confirm, formatDate, useText, useToast } from '@witverse/sdk'
import { useOversight } from '../api/packages'
import type { Publisher } from '../api/types'
import { StopDialog } from './StopDialog'

export type Key = Publisher['keys'][number]

interface Props {
  publisher: Publisher
  /** To revoke a key, or to accept it again. */
  onChoose: (key: Key) => void
}

export function PublisherKeys({ publisher, onChoose }: Props) {
  const t = useText('extensions')
  const [current, ...earlier] = publisher.keys
  if (!current) return null
  return (
    <>
      <small>
        {t('publishers.key')} <KeyLine line={current} onChoose={onChoose} />
      </small>
      {earlier.length > 0 && (
        <details>
          <summary>{t('publishers.earlier', { count: earlier.length })}</summary>
          <ul className="ex-lines">
            {earlier.map((line) => (
              <li key={line.id}>
                <KeyLine line={line} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface DialogProps {
  /** The name of the publisher. */
  publisher: string
  chosen: Key
  onClose: () => void
}

/** Not in the row of the publisher, which is replaced while the list loads anew. */
export function KeyDialog({ publisher, chosen, onClose }: DialogProps) {
  const t = useText('extensions')
  const toast = useToast()
  const { revokeKey, restoreKey } = useOversight()
  const key = chosen.id
  if (chosen.revokedBecause) {
    return (
      <Confirm
        title={t('publishers.restoreTitle', { key })}
        text={t('publishers.restoreText')}
        action={t('publishers.restore')}
        onConfirm={async () => {
          await restoreKey(publisher, key)
          toast(t('publishers.restored', { key }), 'good')
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <StopDialog
      title={t('publishers.revokeTitle', { key })}
      text={t('publishers.revokeText')}
      action={t('publishers.revoke')}
      onStop={async (reason) => {
        await revokeKey(publisher, key, reason)
        toast(t('publishers.revoked', { key }), 'good')
      }}
      onClose={onClose}
    />
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
