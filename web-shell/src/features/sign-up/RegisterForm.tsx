// Step 2: email, password, and a proof of work in the background.
import { payload } from '@witverse/api-client'
import { TextInput, useApi, useLanguage, useText } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import { NewPasswordInput } from '../validation/NewPasswordInput'
import { confirms, email, newPassword } from '../validation/schema'
import { CaptchaRow } from './CaptchaRow'
import { useCaptcha } from './useCaptcha'

const SCHEMA = z.object({ email, password: newPassword, confirm: z.string() }).check(confirms('password'))

interface RegisterFormProps {
  onSent: (sent: { email: string; resendAfterSeconds: number }) => void
}

export function RegisterForm({ onSent }: RegisterFormProps) {
  const t = useText('shell')
  const api = useApi()
  const { language } = useLanguage()
  const captcha = useCaptcha(api)
  const form = useZodForm({
    texts: 'shell',
    schema: SCHEMA,
    initial: { email: '', password: '', confirm: '' },
    submit: async ({ email, password }) => {
      const ticket = await captcha.ticket()
      try {
        const body = { email, password, language, access_at: new Date().toISOString(), captcha: ticket }
        const answer = await payload(api.POST('/api/user/email/register', { body }))
        onSent({ email, resendAfterSeconds: answer.resendAfterSeconds })
      } catch (error) {
        captcha.restart() // a ticket is valid for one attempt
        throw error
      }
    },
    placeError: (error) => {
      if (error.code === 'user_already_exist') return { field: 'email', text: 'signUp.alreadyExists' }
      if (error.code.startsWith('captcha')) return { field: 'form', text: 'captcha.failed' }
      return error.fields.length > 0 || error.language ? null : { field: 'form', text: 'signUp.failed' }
    },
  })

  return (
    <Form form={form}>
      <FormField form={form} name="email">
        {(field) => <TextInput {...field} label={t('fields.email')} type="email" autoComplete="email" />}
      </FormField>
      <FormField form={form} name="password">
        {(field) => <NewPasswordInput {...field} label={t('fields.newPassword')} />}
      </FormField>
      <FormField form={form} name="confirm">
        {(field) => (
          <TextInput {...field} label={t('fields.confirm')} type="password" autoComplete="new-password" />
        )}
      </FormField>
      <CaptchaRow state={captcha.state} onRetry={captcha.restart} />
      <p className="sh-accept">
        <Trans
          ns="shell"
          i18nKey="signUp.accept"
          components={{
            terms: <NewTab to="/terms" />,
            privacy: <NewTab to="/privacy" />,
          }}
        />
      </p>
      <FormError form={form} />
      <SubmitButton form={form} wide>
        {t('signUp.submit')}
      </SubmitButton>
    </Form>
  )
}

/** Opens in a new tab, so that the form keeps its values. */
function NewTab({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a className="sh-link" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
