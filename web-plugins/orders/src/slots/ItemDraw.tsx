// On the page of an item that was drawn: the draw with everything that was published, repeated in the browser. Public.
import { useQuery } from '@tanstack/react-query'
import {
  Badge,
  Facts,
  formatMoment,
  Notice,
  Panel,
  RowSkeletons,
  type SlotProps,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useDrawOfItem } from '../api/products'
import type { Draw } from '../api/types'
import { isGood, outcomeOf, verifyDraw } from '../draw/draw'
import { percent } from '../parts/format'
import { OddsTable } from '../parts/OddsTable'

export default function ItemDraw({ data }: SlotProps) {
  const { itemId } = data as { itemId: string }
  const draw = useDrawOfItem(itemId)
  // Most items were not drawn, and their page has no place for an error about it.
  return draw.data?.draw ? <DrawPanel draw={draw.data.draw} /> : null
}

function DrawPanel({ draw }: { draw: Draw }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const { productId, productName, committedAt, drawnAt, seedHash, seed, nonce } = draw
  return (
    <Panel title={t('draw.record')} text={t('draw.recordText')}>
      <Result draw={draw} />
      <Facts
        className="od-proof"
        facts={[
          [
            t('draw.product'),
            <Link key="product" to={`/order?product=${productId}`}>
              {productName[language]}
            </Link>,
          ],
          [t('draw.committedAt'), formatMoment(committedAt)],
          [t('draw.drawnAt'), formatMoment(drawnAt)],
          [t('draw.hash'), <code key="hash">{seedHash}</code>],
          [t('draw.seed'), <code key="seed">{seed}</code>],
          [t('draw.buyerNonce'), <code key="nonce">{nonce}</code>],
        ]}
      />
      <Rows draw={draw} />
    </Panel>
  )
}

/** Repeats the draw without a click. */
function Result({ draw }: { draw: Draw }) {
  const t = useText('orders')
  const { orderId, rule, seedHash, rows, seed, nonce, n, contentNo, odds } = draw
  const { data: verdict, isError } = useQuery({
    queryKey: ['orders', 'draw-verdict', orderId, n, seed],
    queryFn: () =>
      verifyDraw({ orderId, rule, seedHash, rows, seed, nonce, given: [{ n, contentNo, odds }] }),
    // Browsers compute hashes only in secure contexts.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <Notice icon="shield">{t('draw.impossible')}</Notice>
  if (!verdict) return <RowSkeletons rows={1} />
  // Only the buyer's browser can have seen the hash before the payment.
  const outcome = outcomeOf(verdict, seedHash, null)
  const holds = isGood(outcome)
  return (
    <Notice icon={holds ? 'check' : 'warning'} tone={holds ? 'good' : 'bad'} alert={!holds}>
      {t(`draw.${outcome}`)}
    </Notice>
  )
}

function Rows({ draw: { odds, contentNo } }: { draw: Draw }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const total = odds.reduce((sum, { weight }) => sum + weight, 0)
  const rows = odds.map(({ no, weight, name }) => ({
    no,
    name: (
      <>
        {name[language]} {no === contentNo && <Badge tone="good">{t('draw.drawn')}</Badge>}
      </>
    ),
    chance: percent(weight, total),
  }))
  return <OddsTable caption={t('draw.oddsThen')} rows={rows} />
}
