// Pays WIT into the account of a plugin, for its prizes, or out of it to the owner of the world.
import { Button, formatWit, Modal, TextInput, useForm, useFormText, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'

interface Props {
  worldId: string
  install: Install
  direction: 'in' | 'out'
  onClose: () => void
}

const MAX_WIT = 1_000_000

export function FundsDialog({ worldId, install, direction, onClose }: Props) {
  const t = useText('extensions')
  const text = useFormText('extensions')
  const toast = useToast()
  const { payIn, payOut } = useManagePlugins(worldId)
  const [pay, texts] = direction === 'in' ? [payIn, 'funds' as const] : [payOut, 'payOut' as const]
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
      await pay(install.id, Number(amount), key)
      toast(t(`${texts}.done`, { amount: Number(amount) }), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t(`${texts}.title`)}
      description={t(`${texts}.text`, { balance: formatWit(install.balanceHundredths) })}
    >
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
            {t(`${texts}.submit`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
