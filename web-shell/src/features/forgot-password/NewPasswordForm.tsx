// Step 3: the new password, twice. The specification limits the second field to six characters; decision 6 applies
// that limit to codes only.
import { Button, TextInput, useApi, useFormText, useText } from '@witverse/sdk'
import { useState } from 'react'
import { AccountHint } from '../../parts/AccountHint'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { NewPasswordInput } from '../validation/NewPasswordInput'
import { checkConfirm, checkNewPassword, problemsOf } from '../validation/rules'
import { changePassword, type Permit } from './api'
import { resetRefusal } from './refusals'

interface NewPasswordFormProps {
  permit: Permit
  onDone: () => void
  /** The permit expired or was used. */
  onAgain: () => void
}

export function NewPasswordForm({ permit, onDone, onAgain }: NewPasswordFormProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const api = useApi()
  const [over, setOver] = useState(false)
  const form = useForm({
    initial: { new_password: '', confirm: '' },
    validate: (values) =>
      problemsOf({
        new_password: checkNewPassword(values.new_password),
        confirm: checkConfirm(values.confirm, values.new_password),
      }),
    submit: async (values) => {
      await changePassword(api, permit, values.new_password)
      onDone()
    },
    placeError: (error) => {
      if (error.fields.length > 0) return null
      const refusal = resetRefusal(error)
      setOver(refusal !== null)
      return refusal ? { field: 'form', text: refusal } : null
    },
  })

  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <AccountHint email={permit.email} />
      <NewPasswordInput
        {...form.field('new_password')}
        label={t('reset.newPassword')}
        error={text(form.errors.new_password)}
        autoFocus
      />
      <TextInput
        {...form.field('confirm')}
        label={t('fields.confirm')}
        type="password"
        autoComplete="new-password"
        error={text(form.errors.confirm)}
      />
      <FormError text={text(form.errors.form)} />
      {over ? (
        <Button wide onClick={onAgain}>
          {t('reset.again')}
        </Button>
      ) : (
        <Button type="submit" wide pending={form.pending}>
          {t('reset.submit')}
        </Button>
      )}
    </form>
  )
}
