// Changes the text, the price and the sale of a product. Orders keep the price at which they were placed.
import { Checkbox, TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import {
  BilingualField,
  bilingual,
  FormDialog,
  FormField,
  messageKeys,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useProductActions } from '../api/products'
import type { Product } from '../api/types'
import { priceShape, pricesOf } from './prices'

const key = messageKeys<'orders'>()
const SCHEMA = z.object({
  isOpen: z.boolean(),
  about: bilingual(key('edit.required')),
  ...priceShape,
})

export function ProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const { change } = useProductActions()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: {
      isOpen: product.isOpen,
      about: { ko: product.about.ko, en: product.about.en },
      won: String(product.won),
      witHundredths: product.witHundredths === null ? '' : String(product.witHundredths / 100),
    },
    submit: async ({ isOpen, about, ...prices }) => {
      await change(product, { isOpen, about, ...pricesOf(prices) })
      toast(t('edit.done'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('edit.title')}
      text={t('edit.text')}
      action={t('edit.save')}
      onClose={onClose}
    >
      <BilingualField form={form} name="about" labels={{ ko: t('editor.aboutKo'), en: t('editor.aboutEn') }}>
        {(field) => <TextArea {...field} rows={3} maxLength={1000} />}
      </BilingualField>
      <div className="wv-pair">
        <FormField form={form} name="won">
          {(field) => <TextInput {...field} label={t('editor.won')} inputMode="numeric" />}
        </FormField>
        <FormField form={form} name="witHundredths">
          {(field) => <TextInput {...field} label={t('editor.wit')} inputMode="decimal" />}
        </FormField>
      </div>
      <FormField form={form} name="isOpen">
        {({ name, value, onValue }) => (
          <Checkbox name={name} checked={value} onChecked={onValue} label={t('edit.open')} />
        )}
      </FormField>
    </FormDialog>
  )
}
