// An offer as a row, with what the caller can do about it.
import {
  Badge,
  Button,
  Confirm,
  formatMoment,
  Picture,
  ReportButton,
  TimeLeft,
  useLanguage,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { MarketItem, Offer } from '../api/types'
import { AcceptDialog } from '../dialogs/AcceptDialog'
import { OfferDialog } from '../dialogs/OfferDialog'
import { detailPath, useMarketPath } from './base'

interface OfferRowProps {
  offer: Offer
  /** The item that the caller can sell for the offer. */
  sellable?: MarketItem | undefined
  withItem?: boolean
}

type Open = 'accept' | 'reject' | 'change' | 'cancel' | null

export function OfferRow({ offer, sellable, withItem }: OfferRowProps) {
  const t = useText('market')
  const { language } = useLanguage()
  const base = useMarketPath()
  const [open, setOpen] = useState<Open>(null)
  const isOpen = offer.status === 'open'
  const name = offer.item?.name[language] ?? offer.collection?.name[language] ?? ''
  const to = offer.item
    ? detailPath(base, offer.item.itemId)
    : `${base}/${offer.collection?.collectionId ?? ''}`
  return (
    <div className="wv-row">
      {withItem && offer.item && <Picture src={offer.item.thumbnailUrl} width={48} height={48} />}
      <div className="wv-row-text">
        {withItem && (
          <strong>
            <Link to={to}>{name}</Link>
          </strong>
        )}
        <span>
          {offer.isOwn ? t('offer.yours') : (offer.offerer?.nickname ?? t('formerMember'))}{' '}
          {!offer.item && <Badge>{t('offer.anyItem')}</Badge>}{' '}
          {!isOpen && (
            <Badge tone={offer.status === 'accepted' ? 'good' : 'plain'}>
              {t(`offerStatus.${offer.status}`)}
            </Badge>
          )}
          {offer.isFunded !== null && (
            <Badge tone={offer.isFunded ? 'good' : 'bad'}>
              {t(offer.isFunded ? 'offer.funded' : 'offer.unfunded')}
            </Badge>
          )}
        </span>
        <small>
          {isOpen ? <TimeLeft until={offer.expiresAt} /> : formatMoment(offer.closedAt ?? offer.expiresAt)}
        </small>
      </div>
      <WitAmount hundredths={offer.priceHundredths} />
      {!offer.isOwn && offer.offerer && (
        <ReportButton person={offer.offerer} kind="offer" id={offer.offerId} />
      )}
      {isOpen && (sellable || offer.isOwn) && (
        <div className="wv-actions">
          {sellable && !offer.isOwn && (
            <>
              <Button size="small" onClick={() => setOpen('accept')}>
                {t('accept.action')}
              </Button>
              {offer.item && (
                <Button size="small" variant="secondary" onClick={() => setOpen('reject')}>
                  {t('reject.action')}
                </Button>
              )}
            </>
          )}
          {offer.isOwn && (
            <>
              <Button size="small" variant="secondary" onClick={() => setOpen('change')}>
                {t('offer.change')}
              </Button>
              <Button size="small" variant="secondary" onClick={() => setOpen('cancel')}>
                {t('offer.cancel')}
              </Button>
            </>
          )}
        </div>
      )}
      <Dialogs offer={offer} name={name} sellable={sellable} open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

interface DialogsProps {
  offer: Offer
  name: string
  sellable: MarketItem | undefined
  open: Open
  onClose: () => void
}

function Dialogs({ offer, name, sellable, open, onClose }: DialogsProps) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  if (open === 'accept' && sellable) return <AcceptDialog offer={offer} item={sellable} onClose={onClose} />
  if (open === 'change') {
    return (
      <OfferDialog
        name={name}
        collectionId={offer.item?.collectionId ?? offer.collection?.collectionId ?? ''}
        itemId={offer.item?.itemId}
        ownerId={offer.owner?.userId}
        offer={offer}
        onClose={onClose}
      />
    )
  }
  if (open !== 'reject' && open !== 'cancel') return null
  const end = async () => {
    if (open === 'reject') await trade.rejectOffer(offer.offerId)
    else await trade.cancelOffer(offer.offerId)
    toast(t(`${open}.done`), 'good')
  }
  return (
    <Confirm
      title={t(`${open}.title`)}
      text={t(`${open}.text`)}
      action={t(`${open}.confirm`)}
      tone="danger"
      onConfirm={end}
      onClose={onClose}
    />
  )
}
