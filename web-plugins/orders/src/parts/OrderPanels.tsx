// The parts of an order's page: its items, its address, and the latest request.
import { Badge, Button, Panel, Picture, useAction, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { Order } from '../api/types'
import { RequestOutcome } from './RequestOutcome'
import { OnItsWayBack, RequestText } from './RequestText'
import { SendBackDialog } from './SendBackDialog'

export function GivenItems({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const actions = useOrderActions()
  const { given, product, openedAt, paymentId, draw } = order
  const isWrapped = draw !== null && openedAt === null && paymentId !== null
  const unwrap = useAction(async () => {
    if (product && paymentId) await actions.open(product.collectionId, paymentId)
  })
  if (given.length === 0) return null
  return (
    <Panel title={t('given.title')} text={t('given.text')}>
      {isWrapped ? (
        <div className="od-wrapped">
          <span aria-hidden="true">✦</span>
          <p>{t('given.wrapped', { count: given.length })}</p>
          <Button pending={unwrap.pending} onClick={() => void unwrap.run()}>
            {t('given.open')}
          </Button>
        </div>
      ) : (
        <ul className="od-given">
          {given.map((one) => (
            <li key={one.n}>
              <Picture src={one.thumbnailUrl} width={160} height={160} />
              <span>
                <strong>{one.name[language]}</strong>
                <small>{t(`types.${one.type}`)}</small>
                {one.itemId ? (
                  <Link to={`/item/${one.itemId}`}>{t('given.see')}</Link>
                ) : (
                  <small role="status">{t('given.arriving')}</small>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function AddressLines({ address }: { address: NonNullable<Order['address']> }) {
  return (
    <address className="od-lines">
      <strong>{address.recipient}</strong>
      <span>{address.phone}</span>
      <span>
        ({address.postalCode}) {address.street} {address.detail}
      </span>
    </address>
  )
}

export function RequestPanel({ order }: { order: Order }) {
  const t = useText('orders')
  const { request } = order
  if (!request) return null
  return (
    <Panel
      title={t(`request.titles.${request.kind}`)}
      action={<Badge>{t(`requestStates.${request.state}`)}</Badge>}
    >
      <RequestText request={request} />
      <RequestOutcome request={request} state={order.state} />
      {request.answer && (
        <p className="od-prose">
          <strong>{t('request.answer')}</strong> {request.answer}
        </p>
      )}
      {request.state === 'accepted' && !request.returnedAt && <SendBack order={order} request={request} />}
      {request.returnedAt && order.state === 'delivered' && <p className="wv-note">{t('request.back')}</p>}
    </Panel>
  )
}

interface SendBackProps {
  order: Order
  request: NonNullable<Order['request']>
}

/** The goods go back to the seller: what is to be done, or that they are on their way. */
function SendBack({ order, request }: SendBackProps) {
  const t = useText('orders')
  const [isOpen, setOpen] = useState(false)
  if (request.sentBackAt) return <OnItsWayBack request={request} />
  return (
    <>
      <p className="wv-note">{t('request.sendBack')}</p>
      <div className="wv-actions">
        <Button size="small" onClick={() => setOpen(true)}>
          {t('request.haveSent')}
        </Button>
      </div>
      {isOpen && <SendBackDialog orderId={order.orderId} onClose={() => setOpen(false)} />}
    </>
  )
}
