// What the caller can do with an item: buy, offer, list, change, cancel, watch.
import {
  Button,
  Confirm,
  formatMoment,
  Icon,
  Notice,
  TimeLeft,
  useAction,
  useCaller,
  useLanguage,
  useModal,
  useText,
  useToast,
  useWalletRate,
  WitAmount,
} from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { ItemDetail, Listing, Sale } from '../api/types'
import { BuyDialog } from '../dialogs/BuyDialog'
import { ListDialog } from '../dialogs/ListDialog'
import { OfferDialog } from '../dialogs/OfferDialog'
import { LivenessStrip } from './LivenessStrip'

/** An open dialog. A dialog about a listing keeps it, because a reload of the page can find that the listing has ended. */
type Open = { kind: 'offer' } | { kind: 'list' } | { kind: 'buy' | 'change' | 'cancel'; listing: Listing }

/** The uses of an item that have a text of their own. */
const USES = ['gift', 'placed', 'worn'] as const
const isNamed = (use: string): use is (typeof USES)[number] => (USES as readonly string[]).includes(use)

interface TradePanelProps {
  detail: ItemDetail
  onBought?: (sale: Sale) => void
  /** The item was just bought: selling it again is not the first thing to do. */
  isBought?: boolean
}

export function TradePanel({ detail, onBought = () => undefined, isBought = false }: TradePanelProps) {
  const t = useText('market')
  const rate = useWalletRate()
  const [open, setOpen] = useState<Open | null>(null)
  const { listing, liveness, lockedBy, isUsed, isHalted } = detail
  return (
    <section className="mk-trade" aria-label={t('trade')}>
      {isHalted && (
        <Notice icon="warning" tone="bad">
          {t('collection.halted')}
        </Notice>
      )}
      {listing ? (
        <div className="mk-trade-price">
          <small>{t('price.now')}</small>
          <WitAmount hundredths={listing.priceHundredths} rate={rate} />
          <small title={formatMoment(listing.expiresAt)}>
            {t('until')} <TimeLeft until={listing.expiresAt} />
          </small>
        </div>
      ) : (
        <p className="wv-note">{t(isUsed ? 'usedItem' : 'notListed')}</p>
      )}
      {listing && liveness && !listing.isOwn && <LivenessStrip liveness={liveness} />}
      {lockedBy && lockedBy !== 'listing' && (
        <p className="wv-note">{t(`locked.${isNamed(lockedBy) ? lockedBy : 'other'}`)}</p>
      )}
      <Actions detail={detail} isBought={isBought} onOpen={setOpen} />
      {open && <Dialogs detail={detail} open={open} onBought={onBought} onClose={() => setOpen(null)} />}
    </section>
  )
}

interface ActionsProps {
  detail: ItemDetail
  isBought: boolean
  onOpen: (open: Open) => void
}

function Actions({ detail, isBought, onOpen }: ActionsProps) {
  const t = useText('market')
  const { status } = useCaller()
  const modal = useModal()
  const { listing, liveness, isOwn, isUsed, isHalted, lockedBy, owner, ownOffer } = detail
  /** Visitors sign in first. */
  const member = (open: Open) => () => (status === 'member' ? onOpen(open) : modal.open('sign-in'))
  if (isOwn) {
    return (
      <div className="wv-actions">
        {listing ? (
          <>
            {!isHalted && (
              <Button onClick={() => onOpen({ kind: 'change', listing })}>{t('list.change')}</Button>
            )}
            <Button variant="secondary" onClick={() => onOpen({ kind: 'cancel', listing })}>
              {t('list.cancel')}
            </Button>
          </>
        ) : (
          !isUsed &&
          !lockedBy &&
          !isHalted && (
            <Button variant={isBought ? 'secondary' : 'primary'} onClick={() => onOpen({ kind: 'list' })}>
              {t('list.action')}
            </Button>
          )
        )}
      </div>
    )
  }
  const canBuy = liveness?.isFresh && liveness.isAllowed && !isHalted
  return (
    <div className="wv-actions">
      {listing && canBuy && (
        <Button onClick={member({ kind: 'buy', listing })}>
          <Icon name="cart" size={18} /> {t('buy.action')}
        </Button>
      )}
      {owner && !isUsed && !isHalted && (
        <Button variant="secondary" onClick={member({ kind: 'offer' })}>
          {t(ownOffer ? 'offer.change' : 'offer.action')}
        </Button>
      )}
      {status === 'member' && <WatchButton detail={detail} />}
    </div>
  )
}

function WatchButton({ detail }: { detail: ItemDetail }) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  const { isWatched, item } = detail
  const { pending, run } = useAction(async () => {
    await trade.watch(item.itemId, !isWatched)
    toast(t(isWatched ? 'watch.ended' : 'watch.done'), 'good')
  })
  return (
    <Button variant="secondary" pending={pending} aria-pressed={isWatched} onClick={() => void run()}>
      <Icon name={isWatched ? 'check' : 'star'} size={18} /> {t(isWatched ? 'watch.on' : 'watch.action')}
    </Button>
  )
}

interface DialogsProps {
  detail: ItemDetail
  open: Open
  onBought: (sale: Sale) => void
  onClose: () => void
}

function Dialogs({ detail, open, onBought, onClose }: DialogsProps) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const trade = useTrade()
  const { item, ownOffer } = detail
  if (open.kind === 'buy') {
    return <BuyDialog listing={open.listing} onBought={onBought} onClose={onClose} />
  }
  if (open.kind === 'list') return <ListDialog item={item} listing={null} onClose={onClose} />
  if (open.kind === 'change') return <ListDialog item={item} listing={open.listing} onClose={onClose} />
  if (open.kind === 'offer') {
    return (
      <OfferDialog
        name={item.name[language]}
        collectionId={item.collectionId}
        itemId={item.itemId}
        ownerId={detail.owner?.userId}
        offer={ownOffer}
        onClose={onClose}
      />
    )
  }
  const { listingId } = open.listing
  return (
    <Confirm
      title={t('list.cancelTitle')}
      text={t('list.cancelText')}
      action={t('list.cancel')}
      tone="danger"
      onConfirm={async () => {
        await trade.cancelListing(listingId)
        toast(t('list.cancelled'), 'good')
      }}
      onClose={onClose}
    />
  )
}
