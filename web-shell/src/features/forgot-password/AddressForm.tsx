// Step 1: the email address. The captcha is solved while the person types.
import { type ApiError, TextInput, useApi, useModal, useText } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { CaptchaRow } from '../sign-up/CaptchaRow'
import { useCaptcha } from '../sign-up/useCaptcha'
import { email as emailText } from '../validation/schema'
import { sendResetMail } from './api'

const SCHEMA = z.object({ email: emailText })

interface AddressFormProps {
  email: string
  onSent: (email: string, resendAfterSeconds: number) => void
}

export function AddressForm({ email, onSent }: AddressFormProps) {
  const t = useText('shell-entry')
  const api = useApi()
  const modal = useModal()
  const captcha = useCaptcha(api)
  const form = useZodForm({
    texts: 'shell-entry',
    schema: SCHEMA,
    initial: { email },
    submit: async (values) => {
      const ticket = await captcha.ticket()
      try {
        onSent(values.email, (await sendResetMail(api, values.email, ticket)).resendAfterSeconds)
      } catch (error) {
        const { code, retryAfterSeconds } = error as ApiError
        // The code of the previous mail is still valid.
        if (code === 'resend_too_soon') return onSent(values.email, retryAfterSeconds ?? 0)
        captcha.restart().catch(() => undefined) // a ticket is valid for one attempt; the captcha row shows errors
        throw error
      }
    },
    placeError: (error) => {
      if (error.code === 'not_exist') return { field: 'email', text: 'signIn.userNotExist' }
      if (error.code.startsWith('captcha')) return { field: 'form', text: 'captcha.failed' }
      return null
    },
  })

  return (
    <>
      <Form form={form}>
        <FormField form={form} name="email">
          {(field) => <TextInput {...field} label={t('fields.email')} type="email" autoComplete="username" />}
        </FormField>
        <CaptchaRow state={captcha.state} onRetry={captcha.restart} />
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('reset.send')}
        </SubmitButton>
      </Form>
      <p className="sh-form-foot">
        {t('reset.remembered')}{' '}
        <button
          type="button"
          className="sh-link"
          onClick={() => modal.open('sign-in', { email: form.state.getValues('email') })}
        >
          {t('signIn.open')}
        </button>
      </p>
    </>
  )
}
