// The log-in form with its alternatives.
import { Button, Icon, TextInput, type TextKey, useFormText, useModal, useText } from '@witverse/sdk'
import type { useForm } from '../../parts/useForm'
import { CaptchaRow } from '../sign-up/CaptchaRow'
import type { useCaptcha } from '../sign-up/useCaptcha'
import { FormError } from './FormError'
import type { usePasskeySignIn } from './usePasskeySignIn'

interface SignInFormProps {
  form: ReturnType<typeof useForm<{ email: string; password: string }, TextKey<'shell-entry'>>>
  captcha: ReturnType<typeof useCaptcha>
  passkey: ReturnType<typeof usePasskeySignIn>
  refusal: string
  /** Seconds until the server accepts another attempt. */
  delay: number
  /** The email is prefilled, so focus starts at the password. */
  emailKnown: boolean
}

/** Refusals with a hint about the next step. */
const NEXT = new Map<string, TextKey<'shell-entry'>>([
  ['login_locked', 'signIn.lockedNext'],
  ['suspended', 'signIn.suspendedNext'],
])

export function SignInForm({ form, captcha, passkey, refusal, delay, emailKnown }: SignInFormProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const modal = useModal()
  const next = form.errors.form !== undefined ? NEXT.get(refusal) : undefined
  const forgot = () => modal.open('forgot-password', { email: form.values.email })
  return (
    <>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <TextInput
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username webauthn"
          error={text(form.errors.email)}
        />
        <TextInput
          {...form.field('password')}
          label={t('fields.password')}
          type="password"
          autoComplete="current-password"
          autoFocus={emailKnown}
          error={text(form.errors.password)}
        />
        <button type="button" className="sh-link sh-forgot" onClick={forgot}>
          {t('signIn.forgot')}
        </button>
        <CaptchaRow state={captcha.state} onRetry={captcha.restart} />
        <FormError text={text(form.errors.form)} />
        {next && <p className="sh-form-next">{t(next)}</p>}
        <Button type="submit" wide pending={form.pending} disabled={delay > 0}>
          {delay > 0 ? t('wait', { seconds: delay }) : t('signIn.submit')}
        </Button>
      </form>
      {passkey.available && (
        <>
          <p className="sh-or">{t('signIn.or')}</p>
          <Button variant="secondary" wide pending={passkey.pending} onClick={passkey.press}>
            <Icon name="key" size={18} /> {t('signIn.passkey')}
          </Button>
        </>
      )}
      <p className="sh-form-foot">
        {t('signIn.noAccount')}{' '}
        <button type="button" className="sh-link" onClick={() => modal.open('sign-up')}>
          {t('signUp.open')}
        </button>
      </p>
    </>
  )
}
