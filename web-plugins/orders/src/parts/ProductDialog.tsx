// Changes the text, the price and the sale of a product. Orders keep the price at which they were placed.
import {
  Button,
  Checkbox,
  Modal,
  Notice,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useProductActions } from '../api/products'
import type { Product } from '../api/types'

type Values = Record<'about.ko' | 'about.en' | 'won' | 'witHundredths', string>

const WON = { min: 100, max: 2_000_000 }
const WIT = { min: 1, max: 1_000_000 }
const numberOf = (text: string) =>
  /^[\d,]+(\.\d{1,2})?$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : Number.NaN

export function ProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useText('orders')
  const text = useFormText('orders')
  const toast = useToast()
  const { change } = useProductActions()
  const [isOpen, setOpen] = useState(product.isOpen)
  const form = useForm<Values, 'edit.required' | 'edit.won' | 'edit.wit'>({
    initial: {
      'about.ko': product.about.ko,
      'about.en': product.about.en,
      won: String(product.won),
      witHundredths: product.witHundredths === null ? '' : String(product.witHundredths / 100),
    },
    validate: (values) => {
      const won = numberOf(values.won)
      const wit = numberOf(values.witHundredths)
      const isWit = values.witHundredths.trim() === '' || (wit >= WIT.min && wit <= WIT.max)
      return {
        'about.ko': values['about.ko'].trim() === '' ? 'edit.required' : undefined,
        'about.en': values['about.en'].trim() === '' ? 'edit.required' : undefined,
        won: Number.isInteger(won) && won >= WON.min && won <= WON.max ? undefined : 'edit.won',
        witHundredths: isWit ? undefined : 'edit.wit',
      }
    },
    submit: async (values) => {
      await change(product, {
        isOpen,
        about: { ko: values['about.ko'], en: values['about.en'] },
        won: numberOf(values.won),
        witHundredths:
          values.witHundredths.trim() === '' ? null : Math.round(numberOf(values.witHundredths) * 100),
      })
      toast(t('edit.done'), 'good')
      onClose()
    },
  })
  const field = (name: keyof Values) => ({ ...form.field(name), error: text(form.errors[name]) })
  return (
    <Modal open onClose={onClose} title={t('edit.title')} description={t('edit.text')}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        <TextArea {...field('about.ko')} label={t('editor.aboutKo')} rows={3} maxLength={1000} />
        <TextArea {...field('about.en')} label={t('editor.aboutEn')} rows={3} maxLength={1000} />
        <div className="od-pair">
          <TextInput {...field('won')} label={t('editor.won')} inputMode="numeric" />
          <TextInput {...field('witHundredths')} label={t('editor.wit')} inputMode="decimal" />
        </div>
        <Checkbox name="isOpen" checked={isOpen} onChecked={setOpen} label={t('edit.open')} />
        {form.errors.form !== undefined && (
          <Notice icon="warning" tone="bad" alert>
            {text(form.errors.form)}
          </Notice>
        )}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={form.pending}>
            {t('edit.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
