// What a buyer asks for, and why: the wish, the reason and the photos.
import { formatMoment, imageUrl, useLanguage, useText } from '@witverse/sdk'
import { FileImage } from '@witverse/sdk/files'
import type { Order } from '../api/types'
import { carrierOf } from './carriers'
import { RequestOutcome } from './RequestOutcome'

/** Pixels of an opened photo. */
const LARGE = 2048

export function RequestText({ request }: { request: NonNullable<Order['request']> }) {
  const t = useText('orders')
  return (
    <>
      {request.kind === 'defect' && (
        <p className="wv-note">{t('request.asksFor', { wish: t(`request.${request.wish}`) })}</p>
      )}
      <p className="od-prose">{request.reason}</p>
      {request.photos.length > 0 && (
        <ul className="od-photos" aria-label={t('request.photos')}>
          {request.photos.map((photo, index) => (
            <li key={photo.fileId}>
              <a href={imageUrl(photo.url, LARGE)} target="_blank" rel="noreferrer">
                <FileImage file={photo} alt={t('request.photo', { n: index + 1 })} sizes="96px" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The open request of an order at the desk; it is decided after it was read. */
export function SaleRequest({ request, state }: Parameters<typeof RequestOutcome>[0]) {
  const t = useText('orders')
  return (
    // Not a landmark: the desk has one for each order.
    <div className="od-request">
      <strong>{t(`desk.asked.${request.kind}`)}</strong>
      <RequestText request={request} />
      <RequestOutcome request={request} state={state} />
      {request.sentBackAt && !request.returnedAt && <OnItsWayBack request={request} />}
    </div>
  )
}

/** When the buyer sent the goods back, and how. */
export function OnItsWayBack({ request }: { request: NonNullable<Order['request']> }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const { sentBackAt, returnCarrier, returnTracking } = request
  const carrier = carrierOf(returnCarrier ?? '')?.name[language] ?? returnCarrier
  return (
    <p className="wv-note">
      {sentBackAt && t('request.onItsWay', { at: formatMoment(sentBackAt) })}
      {carrier && ` ${[carrier, returnTracking].filter(Boolean).join(' ')}`}
    </p>
  )
}
