import { Badge, Picture, useLanguage, usePagePath, useText, WitAmount } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ProductCard } from '../api/types'
import { won } from './format'

/** A product in the shop. */
export function ProductTile({ product }: { product: ProductCard }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const path = usePagePath('orders')
  const isSoldOut = product.available === 0
  return (
    <article className="wv-picture-card">
      <Link to={`${path}?product=${product.productId}`}>
        <span className="wv-card-picture">
          <Picture src={product.thumbnailUrl} width={320} height={320} />
        </span>
        <strong>{product.name[language]}</strong>
        <span className="od-amount">
          <b>{won(product.won, language)}</b>
          {product.witHundredths !== null && <WitAmount hundredths={product.witHundredths} />}
        </span>
      </Link>
      <p className="wv-card-foot">
        <Badge tone="accent">{t(`kinds.${product.kind}`)}</Badge>
        {product.releaseOn && <Badge>{t('release.badge')}</Badge>}
        {isSoldOut && <Badge>{t('soldOut')}</Badge>}
        {!product.isOpen && <Badge>{t('closed')}</Badge>}
      </p>
    </article>
  )
}
