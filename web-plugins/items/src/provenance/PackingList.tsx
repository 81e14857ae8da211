// What was packed with an item: weights and hashes of photos that the platform has signed, verified in the browser.
import { useQuery } from '@tanstack/react-query'
import { Badge, formatCount, formatMoment, Icon, useText } from '@witverse/sdk'
import type { Provenance } from '../api/types'
import { type CheckedPacking, verifyPacking } from './packing'

export function PackingList({ provenance }: { provenance: Provenance }) {
  const t = useText('items')
  const { itemId, attestations } = provenance
  const marks = attestations.map(({ hash, signature }) => hash + signature).join()
  const { data = [] } = useQuery({
    queryKey: ['items', 'packing', itemId, marks],
    queryFn: () => verifyPacking(provenance),
    enabled: attestations.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data.length === 0) return null
  return (
    <section className="it-packing" aria-label={t('packing.title')}>
      <h3>{t('packing.title')}</h3>
      <p className="it-packing-text">{t('packing.text')}</p>
      <ul className="it-chain">
        {data.map((one) => (
          <li key={one.attestation.hash} data-broken={one.verdict === 'broken' || undefined}>
            <Packing checked={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Packing({ checked: { attestation, packed, verdict } }: { checked: CheckedPacking }) {
  const t = useText('items')
  // Equal photos have equal hashes.
  const photos = (packed?.photos ?? []).map((hash, index) => ({ hash, n: index + 1 }))
  const facts = [
    packed?.weightGrams != null && t('packing.weight', { grams: formatCount(packed.weightGrams) }),
    packed && packed.photos.length > 0 && t('packing.photos', { count: packed.photos.length }),
  ].filter(Boolean)
  return (
    <>
      <span className="it-chain-mark">
        <Icon name="block" size={16} />
      </span>
      <div>
        <p>
          {facts.join(' · ')}{' '}
          <Badge tone={verdict === 'broken' ? 'bad' : verdict === 'verified' ? 'good' : 'plain'}>
            {t(`packing.${verdict}`)}
          </Badge>
        </p>
        <small>{formatMoment(attestation.at)}</small>
        <details>
          <summary>{t('packing.proof')}</summary>
          <dl>
            {photos.map(({ hash, n }) => (
              <div key={n}>
                <dt>{t('packing.photo', { n })}</dt>
                <dd>
                  <code>{hash}</code>
                </dd>
              </div>
            ))}
            <dt>Ed25519 · {attestation.keyId}</dt>
            <dd>
              <code>{attestation.signature}</code>
            </dd>
            <dt>{t('provenance.signed')}</dt>
            <dd>
              <code>{attestation.statement}</code>
            </dd>
          </dl>
        </details>
      </div>
    </>
  )
}
