// `/market/receipt?sale=`: the signed receipt of a sale. Public, without names.
import {
  BackLink,
  EmptyPage,
  Facts,
  formatMoment,
  Loaded,
  Notice,
  Page,
  PageHead,
  Panel,
  useLanguage,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { useReceipt } from '../api/market'
import type { Receipt } from '../api/types'
import { useReceiptVerdict } from '../receipt/verify'

export default function ReceiptPage() {
  const t = useText('market')
  const [search] = useSearchParams()
  const sale = search.get('sale') ?? ''
  const receipt = useReceipt(sale)
  const missing = <EmptyPage title={t('receipt.missing')} text={t('receipt.missingText')} />
  if (sale === '') return missing
  return (
    <Loaded query={receipt} title={t('receipt.title')} missing={missing}>
      {(data) => <ReceiptView receipt={data} />}
    </Loaded>
  )
}

/** The beginning of an id, which is enough to recognise it; the whole id is below. */
const shortened = (id: string) => `${id.slice(0, 8)}…`

function ReceiptView({ receipt }: { receipt: Receipt }) {
  const t = useText('market')
  const { language } = useLanguage()
  const verdict = useReceiptVerdict(receipt)
  const { item, paymentId, provenanceSeq } = receipt
  const amount = (hundredths: number) => <WitAmount hundredths={hundredths} />
  return (
    <Page title={t('receipt.title')} stack>
      <BackLink to={`/market/detail?id=${item.itemId}`}>{t('receipt.back')}</BackLink>
      <PageHead title={t('receipt.title')} text={t('receipt.text')} />
      <Panel title={item.name[language]}>
        {verdict && (
          <Notice
            icon={verdict === 'broken' ? 'warning' : 'shield'}
            tone={verdict === 'broken' ? 'bad' : verdict === 'verified' ? 'good' : 'plain'}
            alert={verdict === 'broken'}
          >
            {t(`receipt.${verdict}`)}
          </Notice>
        )}
        <Facts
          facts={[
            [t('receipt.at'), formatMoment(receipt.at)],
            [t('receipt.price'), amount(receipt.priceHundredths)],
            [t('split.fee'), receipt.feeHundredths > 0 ? amount(receipt.feeHundredths) : t('split.feeNone')],
            [t('split.royalty'), receipt.royaltyHundredths > 0 && amount(receipt.royaltyHundredths)],
            [t('receipt.sellerGot'), amount(receipt.sellerReceivesHundredths)],
            [
              t('receipt.record'),
              <Link key="record" to={`/item/${item.itemId}`}>
                {t('sales.record', { seq: provenanceSeq })}
              </Link>,
            ],
            [t('receipt.transfer'), <code key="transfer">{shortened(paymentId)}</code>],
            [t('receipt.rules'), t('receipt.version', { version: receipt.rulesVersion })],
          ]}
        />
        <details className="mk-proof">
          <summary>{t('receipt.proof')}</summary>
          <pre>{receipt.statement}</pre>
          <p>
            Ed25519 · {receipt.keyId}
            <br />
            <code>{receipt.signature}</code>
          </p>
        </details>
      </Panel>
    </Page>
  )
}
