// The form for the next version of the surcharges: the whole list as text, because it comes from a carrier as one.
import { TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import { checkedText, FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import { type Surcharges, useChangeSurcharges } from '../api/surcharges'
import { areasOf, linesOf } from './surcharge-lines'

const key = messageKeys<'orders'>()
const SCHEMA = z.object({
  name: z.string().check(z.trim()),
  items: checkedText((text) => {
    const { wrong: line } = areasOf(text)
    return line === null ? undefined : key('surcharges.wrongLine', { line })
  }),
})

export function SurchargesDialog({ surcharges, onClose }: { surcharges: Surcharges; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const change = useChangeSurcharges()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { name: '', items: linesOf(surcharges.items) },
    submit: async ({ name, items }) => {
      await change({ version: surcharges.version, name, items: areasOf(items).areas })
      toast(t('surcharges.changed'), 'good')
      onClose()
    },
    placeField: ({ field, message, language }, { items }) => {
      const [, area] = /^items\.(\d+)/.exec(field) ?? []
      if (area === undefined) return null
      const line = areasOf(items).lines[Number(area)] ?? Number(area) + 1
      const ofLine = (text: string) => t('surcharges.ofLine', { line, text })
      return {
        field: 'items',
        text: { ko: ofLine(language?.ko ?? message), en: ofLine(language?.en ?? message) },
      }
    },
  })
  return (
    <FormDialog
      form={form}
      holdsText
      title={t('surcharges.change')}
      text={t('surcharges.changeText')}
      action={t('terms.save')}
      onClose={onClose}
    >
      <FormField form={form} name="name">
        {(field) => (
          <TextInput
            {...field}
            label={t('surcharges.name')}
            hint={t('surcharges.nameHint')}
            maxLength={60}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField form={form} name="items">
        {(field) => (
          <TextArea {...field} label={t('surcharges.areas')} hint={t('surcharges.areasHint')} rows={14} />
        )}
      </FormField>
    </FormDialog>
  )
}
