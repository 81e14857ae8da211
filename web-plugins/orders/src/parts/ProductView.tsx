// A product: its items or odds, the price, the notice on withdrawal, and the reservation.
import {
  BackLink,
  Button,
  ButtonLink,
  Notice,
  Panel,
  PersonName,
  Picture,
  ReportButton,
  Select,
  useAction,
  useCaller,
  useLanguage,
  useModal,
  usePagePath,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { Link, useNavigate } from '@witverse/sdk/router'
import { useState } from 'react'
import { useAddresses, useOrderActions } from '../api/orders'
import type { Address, Product } from '../api/types'
import { AddressBook } from './AddressBook'
import { dayText, won } from './format'
import { LegalNotice } from './LegalNotice'
import { ProductDialog } from './ProductDialog'
import { ProductOdds } from './ProductOdds'
import { StockPanel } from './StockPanel'

const MOST = 5

/** What a buyer does with a file. */
const playOf = (mediaType: string) => (mediaType.startsWith('video/') ? 'video' : 'audio')

export function ProductView({ product }: { product: Product }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const shop = usePagePath('shop')
  const isRandom = product.kind === 'random'
  return (
    <>
      <BackLink to={product.worldName ? `${shop}?world=${product.worldName}` : shop}>
        {t('shop.title')}
      </BackLink>
      <div className="od-view">
        <div className="od-picture">
          <Picture src={product.thumbnailUrl} width={520} height={520} eager />
        </div>
        <div className="od-about">
          <p className="wv-note">
            {product.worldName ? t('seller.world', { world: product.worldName }) : t('seller.platform')}
          </p>
          <h1>{product.name[language]}</h1>
          <p className="od-lead">{product.about[language]}</p>
          <p className="od-amount">
            <strong>{won(product.won, language)}</strong>
            {product.witHundredths !== null && <WitAmount hundredths={product.witHundredths} />}
          </p>
          {product.releaseOn && (
            <Notice icon="clock">{t('release.from', { day: dayText(product.releaseOn, language) })}</Notice>
          )}
          <Reserve product={product} />
          {product.mayEdit && <SellerActions product={product} />}
          {product.seller && (
            <div className="od-seller-line">
              <PersonName person={product.seller} note={t('seller.note')} />
              <ReportButton person={product.seller} kind="product" id={product.productId} />
            </div>
          )}
        </div>
      </div>
      <Panel
        title={t(isRandom ? 'odds.title' : 'contents.title')}
        text={t(isRandom ? 'odds.text' : `contents.${product.kind as 'album' | 'hybrid'}`)}
      >
        {isRandom ? (
          <>
            <ProductOdds contents={product.contents} />
            <p className="wv-note">
              {t('draw.public')}{' '}
              <Link to={`/collection/${product.collectionId}`}>{t('draw.publicLink')}</Link>
            </p>
          </>
        ) : (
          <ul className="od-contents">
            {product.contents.map((content) => (
              <li key={content.no}>
                <Picture src={content.thumbnailUrl} width={48} height={48} />
                <span>
                  {content.name[language]}
                  <small>
                    {t(`types.${content.type}`)}
                    {content.mediaType && ` · ${t(`plays.${playOf(content.mediaType)}`)}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {product.mayEdit && <StockPanel product={product} />}
      <Panel title={t('notice.title')}>
        <LegalNotice about={isRandom ? 'random' : 'parcel'} />
        <LegalNotice about="defect" />
      </Panel>
    </>
  )
}

/** What the seller of the product can do here, also after the end of the sale. */
function SellerActions({ product }: { product: Product }) {
  const t = useText('orders')
  const desk = usePagePath('desk')
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="wv-actions">
      <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
        {t('edit.action')}
      </Button>
      <ButtonLink
        variant="secondary"
        size="small"
        to={product.worldName ? `${desk}?world=${product.worldName}` : desk}
      >
        {t('desk.title')}
      </ButtonLink>
      {isEditing && <ProductDialog product={product} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Reserve({ product }: { product: Product }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const { status } = useCaller()
  const modal = useModal()
  const navigate = useNavigate()
  const detail = usePagePath('detail')
  const actions = useOrderActions()
  const [quantity, setQuantity] = useState('1')
  const hasParcel = product.kind !== 'random'
  const [picked, setPicked] = useState<Address | null>(null)
  const book = useAddresses(hasParcel && status === 'member')
  // The default address is chosen until the buyer picks another one.
  const address = picked ?? book.data?.items.find(({ isDefault }) => isDefault) ?? null
  const reserve = useAction(async () => {
    const order = await actions.place(product.productId, Number(quantity), address?.addressId ?? null)
    void navigate(`${detail}?order=${order.orderId}`)
  })
  if (!product.isOpen || product.available === 0) {
    return <Notice icon="cart">{t(product.isOpen ? 'soldOutText' : 'closedText')}</Notice>
  }
  if (status !== 'member') {
    return <Button onClick={() => modal.open('sign-in')}>{t('buy.login')}</Button>
  }
  const most = Math.min(MOST, product.available)
  return (
    <div className="od-reserve">
      {hasParcel && <AddressBook chosen={address?.addressId ?? null} onChoose={setPicked} />}
      {!hasParcel && most > 1 && (
        <Select
          label={t('buy.quantity')}
          name="quantity"
          value={quantity}
          onValue={setQuantity}
          options={Array.from({ length: most }, (_, n) => ({ value: String(n + 1), text: String(n + 1) }))}
        />
      )}
      {address !== null && address.surchargeWon > 0 && (
        <p className="wv-note">{t('price.island', { won: won(address.surchargeWon, language) })}</p>
      )}
      <div className="wv-actions">
        <Button
          pending={reserve.pending}
          disabled={hasParcel && address === null}
          onClick={() => void reserve.run()}
        >
          {t('buy.action')}
        </Button>
      </div>
      <p className="wv-note">{t('buy.hint')}</p>
    </div>
  )
}
