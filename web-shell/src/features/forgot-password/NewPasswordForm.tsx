// Step 3: the new password, twice. The specification limits the second field to six characters; decision 6 applies
// that limit to codes only.
import { Button, TextInput, useApi, useText } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { AccountHint } from '../../parts/AccountHint'
import { NewPasswordInput } from '../validation/NewPasswordInput'
import { confirms, newPassword } from '../validation/schema'
import { changePassword, type Permit } from './api'
import { resetRefusal } from './refusals'

const SCHEMA = z.object({ new_password: newPassword, confirm: z.string() }).check(confirms('new_password'))

interface NewPasswordFormProps {
  permit: Permit
  onDone: () => void
  /** The permit expired or was used. */
  onAgain: () => void
}

export function NewPasswordForm({ permit, onDone, onAgain }: NewPasswordFormProps) {
  const t = useText('shell-entry')
  const api = useApi()
  const [over, setOver] = useState(false)
  const form = useZodForm({
    texts: 'shell-entry',
    schema: SCHEMA,
    initial: { new_password: '', confirm: '' },
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
    <Form form={form}>
      <AccountHint email={permit.email} />
      <FormField form={form} name="new_password">
        {(field) => <NewPasswordInput {...field} label={t('reset.newPassword')} autoFocus />}
      </FormField>
      <FormField form={form} name="confirm">
        {(field) => (
          <TextInput {...field} label={t('fields.confirm')} type="password" autoComplete="new-password" />
        )}
      </FormField>
      <FormError form={form} />
      {over ? (
        <Button wide onClick={onAgain}>
          {t('reset.again')}
        </Button>
      ) : (
        <SubmitButton form={form} wide>
          {t('reset.submit')}
        </SubmitButton>
      )}
    </Form>
  )
}
