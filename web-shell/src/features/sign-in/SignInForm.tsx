// The log-in form with its alternatives.
import { Button, Icon, TextInput, type TextKey, useModal, useText } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, type ZodForm } from '@witverse/sdk/forms'
import { CaptchaRow } from '../sign-up/CaptchaRow'
import type { useCaptcha } from '../sign-up/useCaptcha'
import type { usePasskeySignIn } from './usePasskeySignIn'

interface SignInFormProps {
  form: ZodForm<{ email: string; password: string }>
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
  const modal = useModal()
  const next = form.error !== undefined ? NEXT.get(refusal) : undefined
  const forgot = () => modal.open('forgot-password', { email: form.state.getValues('email') })
  return (
    <>
      <Form form={form}>
        <FormField form={form} name="email">
          {(field) => (
            <TextInput {...field} label={t('fields.email')} type="email" autoComplete="username webauthn" />
          )}
        </FormField>
        <FormField form={form} name="password">
          {(field) => (
            <TextInput
              {...field}
              label={t('fields.password')}
              type="password"
              autoComplete="current-password"
              autoFocus={emailKnown}
            />
          )}
        </FormField>
        <button type="button" className="sh-link sh-forgot" onClick={forgot}>
          {t('signIn.forgot')}
        </button>
        <CaptchaRow state={captcha.state} onRetry={captcha.restart} />
        <FormError form={form} />
        {next && <p className="sh-form-next">{t(next)}</p>}
        <SubmitButton form={form} wide disabled={delay > 0}>
          {delay > 0 ? t('wait', { seconds: delay }) : t('signIn.submit')}
        </SubmitButton>
      </Form>
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
