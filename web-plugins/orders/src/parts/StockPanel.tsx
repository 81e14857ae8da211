// The stock of a product for its seller: adding units with a reason, what was added before, and the day of a pre-order.
import {
  Button,
  EmptyInline,
  formatCount,
  formatMoment,
  ListView,
  Panel,
  TextInput,
  useText,
  useToast,
} from '@witverse/sdk'
import { dateText, FormDialog, FormField, messageKeys, useZodForm, wholeNumber, z } from '@witverse/sdk/forms'
import { DateInput } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { useProductActions, useStock } from '../api/products'
import type { Product } from '../api/types'
import { reasonText } from './reason'

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

const STOCK = z.object({ units: wholeNumber({ minimum: 1 }), reason: reasonText })

function StockDialog({ product, onClose }: DialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const { addStock } = useProductActions()
  const form = useZodForm({
    texts: 'orders',
    schema: STOCK,
    initial: { units: '', reason: '' },
    submit: async ({ units, reason }) => {
      await addStock(product.productId, units, reason)
      toast(t('stock.added'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('stock.add')}
      text={t('stock.addText')}
      action={t('stock.add')}
      onClose={onClose}
    >
      <FormField form={form} name="units">
        {({ onValue, ...field }) => (
          <TextInput
            {...field}
            label={t('stock.units')}
            inputMode="numeric"
            maxLength={7}
            onValue={(units) => onValue(units.replace(/\D/g, ''))}
          />
        )}
      </FormField>
      <FormField form={form} name="reason">
        {(field) => (
          <TextInput {...field} label={t('stock.reason')} hint={t('stock.reasonHint')} maxLength={100} />
        )}
      </FormField>
    </FormDialog>
  )
}

const RELEASE = z.object({ releaseOn: dateText(messageKeys<'orders'>()('edit.required')) })

function ReleaseDialog({ product, onClose }: DialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const { moveRelease } = useProductActions()
  const form = useZodForm({
    texts: 'orders',
    schema: RELEASE,
    initial: { releaseOn: product.releaseOn ?? '' },
    submit: async ({ releaseOn }) => {
      if (releaseOn !== product.releaseOn) {
        await moveRelease(product, releaseOn)
        toast(t('release.changed'), 'good')
      }
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('release.change')}
      text={t('release.changeText')}
      action={t('release.change')}
      onClose={onClose}
    >
      <FormField form={form} name="releaseOn">
        {(field) => <DateInput {...field} label={t('release.day')} />}
      </FormField>
    </FormDialog>
  )
}
