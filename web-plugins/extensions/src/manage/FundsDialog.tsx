// Pays WIT into the account of a plugin, for its prizes.
import { Button, Modal, TextInput, useForm, useFormText, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'

interface Props {
  worldId: string
  install: Install
  onClose: () => void
}

const MAX_WIT = 1_000_000

export function FundsDialog({ worldId, install, onClose }: Props) {
  const t = useText('extensions')
  const text = useFormText('extensions')
  const toast = useToast()
  const { payIn } = useManagePlugins(worldId)
  // One key for the dialog: a repeated request after a lost answer pays once.
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial: { amount: '' },
    validate: ({ amount }) => {
      const wit = Number(amount)
      const fits = /^\d{1,7}$/.test(amount.trim()) && wit >= 1 && wit <= MAX_WIT
      return fits ? {} : { amount: 'funds.range' as const }
    },
    submit: async ({ amount }) => {
      await payIn(install.id, Number(amount), key)
      toast(t('funds.added', { amount: Number(amount) }), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('funds.title')} description={t('funds.text')}>
      <form ref={form.form} className="wv-form" onSubmit={form.onSubmit} noValidate>
        <TextInput
          {...form.field('amount')}
          label={t('funds.amount')}
          error={text(form.errors.amount) ?? text(form.errors.form)}
          inputMode="numeric"
          autoComplete="off"
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={form.pending}>
            {t('funds.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
