// Saves the search of a market under a name.
import { Modal, TextInput, useText, useToast } from '@witverse/sdk'
import { Form, FormError, FormField, requiredText, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { type Filter, useTrade } from '../api/market'

const SCHEMA = z.object({ name: requiredText() })

export default function SaveSearchDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  const form = useZodForm({
    texts: 'market',
    schema: SCHEMA,
    initial: { name: filter.q || filter.world },
    submit: async ({ name }) => {
      await trade.saveSearch(name, filter)
      toast(t('searches.saved'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('searches.title')} description={t('searches.text')}>
      <Form form={form}>
        <FormField form={form} name="name">
          {(field) => <TextInput {...field} label={t('searches.name')} maxLength={40} />}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('searches.save')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
