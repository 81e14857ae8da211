// The stock of a product for its seller: adding units with a reason, what was added before, and the day of a pre-order.
import {
  Button,
  EmptyInline,
  formatCount,
  formatMoment,
  ListView,
  lengthOf,
  Modal,
  Panel,
  TextInput,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useProductActions, useStock } from '../api/products'
import type { Product } from '../api/types'

export function StockPanel({ product }: { product: Product }) {
  const t = useText('orders')
  const stock = useStock(product.productId)
  const [dialog, setDialog] = useState<'stock' | 'release' | null>(null)
  const close = () => setDialog(null)
  return (
    <Panel
      title={t('stock.title')}
      text={t(product.kind === 'random' ? 'stock.fixed' : 'stock.text')}
      action={
        product.kind !== 'random' && (
          <div className="wv-actions">
            <Button size="small" variant="secondary" onClick={() => setDialog('release')}>
              {t('release.change')}
            </Button>
            <Button size="small" onClick={() => setDialog('stock')}>
              {t('stock.add')}
            </Button>
          </div>
        )
      }
    >
      <ListView
        list={stock}
        label={t('stock.title')}
        empty={<EmptyInline text={t('stock.none')} />}
        keyOf={({ entryId }) => entryId}
      >
        {(entry) => (
          <div className="od-stock">
            <strong>+{formatCount(entry.units)}</strong>
            <span>
              {entry.reason ?? t('stock.first')}
              <small>
                {formatMoment(entry.at)}
                {entry.madeBy && ` · ${entry.madeBy.nickname}`}
              </small>
            </span>
          </div>
        )}
      </ListView>
      {dialog === 'stock' && <StockDialog product={product} onClose={close} />}
      {dialog === 'release' && <ReleaseDialog product={product} onClose={close} />}
    </Panel>
  )
}

interface DialogProps {
  product: Product
  onClose: () => void
}

function StockDialog({ product, onClose }: DialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const { addStock } = useProductActions()
  const [units, setUnits] = useState('')
  const [reason, setReason] = useState('')
  const add = useAction(async () => {
    await addStock(product.productId, Number(units), reason)
    toast(t('stock.added'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('stock.add')} description={t('stock.addText')}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add.run()
        }}
      >
        <TextInput
          label={t('stock.units')}
          name="units"
          inputMode="numeric"
          value={units}
          maxLength={7}
          onValue={(value) => setUnits(value.replace(/\D/g, ''))}
        />
        <TextInput
          label={t('stock.reason')}
          hint={t('stock.reasonHint')}
          name="reason"
          value={reason}
          maxLength={100}
          onValue={setReason}
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            pending={add.pending}
            disabled={Number(units) < 1 || lengthOf(reason.trim()) < 2}
          >
            {t('stock.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function ReleaseDialog({ product, onClose }: DialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const { moveRelease } = useProductActions()
  const [day, setDay] = useState(product.releaseOn ?? '')
  const move = useAction(async () => {
    await moveRelease(product, day)
    toast(t('release.changed'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('release.change')} description={t('release.changeText')}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void move.run()
        }}
      >
        <TextInput label={t('release.day')} name="releaseOn" type="date" value={day} onValue={setDay} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={move.pending} disabled={day === '' || day === product.releaseOn}>
            {t('release.change')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
