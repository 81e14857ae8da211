// Stops trading in a collection, with a reason that everybody reads.
import { TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import {
  BilingualField,
  bilingual,
  FormDialog,
  FormField,
  messageKeys,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useSupervision } from '../api/supervision'

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

const key = messageKeys<'market'>()
const SCHEMA = z.object({
  collection: z.string().check(z.regex(ID, key('admin.collectionRule'))),
  reason: bilingual(key('admin.reasonRule')),
})

interface HaltDialogProps {
  /** The collection, if it is known; otherwise its address is asked for. */
  collectionId?: string
  onClose: () => void
}

export function HaltDialog({ collectionId, onClose }: HaltDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const { halt } = useSupervision()
  const form = useZodForm({
    texts: 'market',
    schema: SCHEMA,
    initial: { collection: collectionId ?? '', reason: { ko: '', en: '' } },
    submit: async ({ collection, reason }) => {
      const [id = ''] = ID.exec(collection) ?? []
      await halt(id, reason)
      toast(t('admin.halted'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('admin.haltTitle')}
      text={t('admin.haltText')}
      action={t('admin.halt')}
      onClose={onClose}
    >
      {collectionId === undefined && (
        <FormField form={form} name="collection">
          {(field) => (
            <TextInput
              {...field}
              label={t('admin.collection')}
              hint={t('admin.collectionHint')}
              autoComplete="off"
            />
          )}
        </FormField>
      )}
      <BilingualField
        form={form}
        name="reason"
        labels={{ ko: t('admin.reasonIn.ko'), en: t('admin.reasonIn.en') }}
      >
        {(field) => <TextArea {...field} maxLength={200} />}
      </BilingualField>
    </FormDialog>
  )
}
