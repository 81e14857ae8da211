// Stops trading in a collection, with a reason that everybody reads.
import { Button, Modal, TextArea, TextInput, useForm, useFormText, useText, useToast } from '@witverse/sdk'
import { useSupervision } from '../api/supervision'

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

type Field = 'collection' | 'reason.ko' | 'reason.en'
type Rule = 'admin.collectionRule' | 'admin.reasonRule'

interface HaltDialogProps {
  /** The collection, if it is known; otherwise its address is asked for. */
  collectionId?: string
  onClose: () => void
}

export function HaltDialog({ collectionId, onClose }: HaltDialogProps) {
  const t = useText('market')
  const text = useFormText('market')
  const toast = useToast()
  const { halt } = useSupervision()
  const form = useForm<Record<Field, string>, Rule>({
    initial: { collection: collectionId ?? '', 'reason.ko': '', 'reason.en': '' },
    validate: (typed) => ({
      ...(!ID.test(typed.collection) && { collection: 'admin.collectionRule' as const }),
      ...(!typed['reason.ko'].trim() && { 'reason.ko': 'admin.reasonRule' as const }),
      ...(!typed['reason.en'].trim() && { 'reason.en': 'admin.reasonRule' as const }),
    }),
    submit: async (typed) => {
      const [id = ''] = ID.exec(typed.collection) ?? []
      await halt(id, { ko: typed['reason.ko'].trim(), en: typed['reason.en'].trim() })
      toast(t('admin.halted'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('admin.haltTitle')} description={t('admin.haltText')}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        {collectionId === undefined && (
          <TextInput
            {...form.field('collection')}
            label={t('admin.collection')}
            hint={t('admin.collectionHint')}
            autoComplete="off"
            error={text(form.errors.collection)}
          />
        )}
        {(['ko', 'en'] as const).map((language) => (
          <TextArea
            key={language}
            {...form.field(`reason.${language}`)}
            label={t(`admin.reasonIn.${language}`)}
            maxLength={200}
            error={text(form.errors[`reason.${language}`])}
          />
        ))}
        {form.errors.form !== undefined && (
          <p className="wv-form-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" pending={form.pending}>
          {t('admin.halt')}
        </Button>
      </form>
    </Modal>
  )
}
