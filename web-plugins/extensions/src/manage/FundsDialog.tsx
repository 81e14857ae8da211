// Pays WIT into the account of a plugin, for its prizes, or out of it to the owner of the world.
import { formatWit, TextInput, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
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
const key = messageKeys<'extensions'>()
const isAmount = (typed: string) => /^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_WIT
const SCHEMA = z.object({ amount: z.string().check(z.trim(), z.refine(isAmount, key('funds.range'))) })

export function FundsDialog({ worldId, install, direction, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { payIn, payOut } = useManagePlugins(worldId)
  const [pay, texts] = direction === 'in' ? [payIn, 'funds' as const] : [payOut, 'payOut' as const]
  // One key for the dialog: a repeated request after a lost answer pays once.
  const [requestKey] = useState(() => crypto.randomUUID())
  const form = useZodForm({
    texts: 'extensions',
    schema: SCHEMA,
    initial: { amount: '' },
    submit: async (typed) => {
      const amount = Number(typed.amount)
      await pay(install.id, amount, requestKey)
      toast(t(`${texts}.done`, { amount }), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { balance: formatWit(install.balanceHundredths) })}
      action={t(`${texts}.submit`)}
      onClose={onClose}
    >
      <FormField form={form} name="amount">
        {(field) => <TextInput {...field} label={t('funds.amount')} inputMode="numeric" autoComplete="off" />}
      </FormField>
    </FormDialog>
  )
}
