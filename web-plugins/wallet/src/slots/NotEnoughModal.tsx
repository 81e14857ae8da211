// The "not enough WIT" dialog: needed, available and missing amounts, and the way to top up (on iOS the app's store).
import {
  Button,
  formatWit,
  Modal,
  type NotEnoughWitData,
  type SlotProps,
  useAction,
  useBridge,
  useText,
  useToast,
  useWallet,
  WitAmount,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useOffers } from '../api/orders'
import { usePaths } from '../order/usePaths'

export default function NotEnoughModal({ data, close }: SlotProps) {
  const t = useText('wallet')
  const wallet = useWallet()
  const needed = (data as NotEnoughWitData | null)?.neededHundredths
  const available = wallet.data?.availableHundredths
  const missing =
    needed === undefined || available === undefined ? undefined : Math.max(0, needed - available)
  const facts = [
    ['needed', needed],
    ['available', available],
    ['missing', missing],
  ] as const
  return (
    <Modal open onClose={close} title={t('notEnough.title')} description={t('notEnough.text')}>
      <dl className="wv-facts wl-missing">
        {facts.map(
          ([name, hundredths]) =>
            hundredths !== undefined && (
              <div key={name} data-fact={name}>
                <dt>{t(`notEnough.${name}`)}</dt>
                <dd>
                  <WitAmount hundredths={hundredths} rate={wallet.data?.rate} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <NotEnoughActions missing={missing} close={close} />
    </Modal>
  )
}

/** The whole WIT that cover an amount. */
const wholeOf = (hundredths: number) => Math.ceil(hundredths / 100)

function NotEnoughActions({ missing, close }: { missing: number | undefined; close: () => void }) {
  const t = useText('wallet')
  const navigate = useNavigate()
  const paths = usePaths()
  const { app } = useBridge()
  const charge = () => {
    close()
    void navigate(missing ? `${paths.charge}?wit=${wholeOf(missing)}` : paths.charge)
  }
  if (app?.platform === 'ios' && missing)
    return <StorePurchase missing={missing} close={close} onOther={charge} />
  return (
    <div className="wv-actions is-wide">
      <Button variant="secondary" onClick={close}>
        {t('notEnough.later')}
      </Button>
      <Button onClick={charge}>{t('notEnough.charge')}</Button>
    </div>
  )
}

interface StorePurchaseProps {
  missing: number
  close: () => void
  onOther: () => void
}

/** The smallest product of the store that covers the amount, else the largest. */
function StorePurchase({ missing, close, onOther }: StorePurchaseProps) {
  const t = useText('wallet')
  const toast = useToast()
  const bridge = useBridge()
  const offers = useOffers()
  const products = [...(offers.data?.products ?? [])].sort((a, b) => a.wit - b.wit)
  const product = products.find(({ wit }) => wit >= wholeOf(missing)) ?? products.at(-1)
  const buy = useAction(async () => {
    if (!product) return
    await bridge.purchase(product.id)
    toast(t('toasts.paid'), 'good')
    close()
  })
  return (
    <div className="wv-form">
      <Button wide pending={buy.pending} disabled={!product} onClick={() => void buy.run()}>
        {product ? t('notEnough.buy', { wit: formatWit(product.wit * 100) }) : t('loading')}
      </Button>
      <Button variant="quiet" wide onClick={onOther}>
        {t('notEnough.other')}
      </Button>
    </div>
  )
}
