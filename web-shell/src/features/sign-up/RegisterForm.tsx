// Step 2: email, password, and a proof of work in the background.
import { payload } from '@witverse/api-client'
import { Button, TextInput, useApi, useFormText, useLanguage, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { NewPasswordInput } from '../validation/NewPasswordInput'
import { checkConfirm, checkEmail, checkNewPassword, problemsOf } from '../validation/rules'
import { CaptchaRow } from './CaptchaRow'
import { useCaptcha } from './useCaptcha'

interface RegisterFormProps {
  onSent: (sent: { email: string; resendAfterSeconds: number }) => void
}

export function RegisterForm({ onSent }: RegisterFormProps) {
  const t = useText('shell')
  const text = useFormText('shell')
  const api = useApi()
  const { language } = useLanguage()
  const captcha = useCaptcha(api)
  const form = useForm({
    initial: { email: '', password: '', confirm: '' },
    validate: (values) =>
      problemsOf({
        email: checkEmail(values.email),
        password: checkNewPassword(values.password),
        confirm: checkConfirm(values.confirm, values.password),
      }),
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
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <TextInput
        {...form.field('email')}
        label={t('fields.email')}
        type="email"
        autoComplete="email"
        error={text(form.errors.email)}
      />
      <NewPasswordInput
        {...form.field('password')}
        label={t('fields.newPassword')}
        error={text(form.errors.password)}
      />
      <TextInput
        {...form.field('confirm')}
        label={t('fields.confirm')}
        type="password"
        autoComplete="new-password"
        error={text(form.errors.confirm)}
      />
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
      <FormError text={text(form.errors.form)} />
      <Button type="submit" wide pending={form.pending}>
        {t('signUp.submit')}
      </Button>
    </form>
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
