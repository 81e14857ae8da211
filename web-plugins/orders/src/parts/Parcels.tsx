// The parcels of an order: the carrier's page, the latest known state, and what was packed.
import { Badge, formatCount, formatMoment, Icon, imageUrl, useLanguage, useText } from '@witverse/sdk'
import { FileImage } from '@witverse/sdk/files'
import type { Order } from '../api/types'

type Parcel = Order['parcels'][number]

/** Pixels of an opened photo. */
const LARGE = 2048

export function Parcels({ parcels }: Pick<Order, 'parcels'>) {
  const t = useText('orders')
  const shown = parcels.filter((one) => parcels.length > 1 || hasMore(one))
  if (shown.length === 0) return null
  return (
    <ul className="od-parcels" aria-label={t('steps.parcels')}>
      {shown.map((parcel) => (
        <li key={parcel.n}>
          <ParcelRow parcel={parcel} isOne={parcels.length === 1} />
        </li>
      ))}
    </ul>
  )
}

/** A parcel that was handed over without a record needs no row of its own. */
const hasMore = ({ carrier, tracking, weightGrams, photos, notes }: Parcel) =>
  !!carrier || !!tracking || weightGrams !== null || photos.length > 0 || notes.length > 0

function ParcelRow({ parcel, isOne }: { parcel: Parcel; isOne: boolean }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const { carrier, carrierName, tracking, trackingUrl, trackedState, trackedAt } = parcel
  const line = [carrierName?.[language] ?? carrier, tracking].filter(Boolean).join(' ')
  return (
    <>
      <div className="od-parcel">
        <span>
          <strong>{isOne ? t('steps.parcels') : t('steps.parcel', { n: parcel.n })}</strong>
          <small>{line || t('steps.noTracking')}</small>
          <small>{t('steps.sent', { at: formatMoment(parcel.shippedAt) })}</small>
        </span>
        {trackingUrl && (
          <a className="od-track" href={trackingUrl} target="_blank" rel="noreferrer">
            {t('steps.track')} <Icon name="right" size={16} />
          </a>
        )}
      </div>
      {trackedState && trackedAt && (
        <p className="od-tracked">
          <Badge tone={trackedState === 'problem' || trackedState === 'missed' ? 'bad' : 'good'}>
            {t(`tracked.${trackedState}`)}
          </Badge>
          <small>{t('tracked.at', { at: formatMoment(trackedAt) })}</small>
        </p>
      )}
      <ProofOf proof={parcel} />
      {parcel.notes.map((note) => (
        <div key={note.n} className="od-added">
          <strong>{t('proof.added', { at: formatMoment(note.madeAt) })}</strong>
          <p className="od-prose">{note.reason}</p>
          <ProofOf proof={note} />
        </div>
      ))}
    </>
  )
}

/** The weight and the photos, with the hashes that are also in the history of the items. */
function ProofOf({ proof: { weightGrams, photos } }: { proof: Pick<Parcel, 'weightGrams' | 'photos'> }) {
  const t = useText('orders')
  // Equal photos have equal hashes; the place of a photo never changes.
  const placed = photos.map((photo, index) => ({ ...photo, n: index + 1 }))
  return (
    <>
      {weightGrams !== null && (
        <p className="wv-note">{t('proof.weighs', { grams: formatCount(weightGrams) })}</p>
      )}
      {photos.length > 0 && (
        <>
          <ul className="od-photos" aria-label={t('proof.photos')}>
            {placed.map(({ file, n }) => (
              <li key={n}>
                {file ? (
                  <a href={imageUrl(file.url, LARGE)} target="_blank" rel="noreferrer">
                    <FileImage file={file} alt={t('proof.photo', { n })} sizes="96px" />
                  </a>
                ) : (
                  <small>{t('proof.gone')}</small>
                )}
              </li>
            ))}
          </ul>
          <details className="od-hashes">
            <summary>{t('proof.hashes')}</summary>
            <p className="wv-note">{t('proof.hashesText')}</p>
            {placed.map(({ sha256, n }) => (
              <code key={n}>{sha256}</code>
            ))}
          </details>
        </>
      )}
    </>
  )
}
