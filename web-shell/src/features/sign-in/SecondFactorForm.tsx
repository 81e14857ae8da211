// The second step of a log-in: a code from the authenticator app, or a recovery code.
import { type ApiError, Button, CodeInput, TextInput, useApi, useFormText, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useForm } from '../../parts/useForm'
import { checkCode, codeField, problemsOf } from '../validation/rules'
import { finishLogIn, type LoggedIn, type SecondFactor } from './api'
import { FormError } from './FormError'
import { useDelay } from './useDelay'

interface SecondFactorFormProps {
  factor: SecondFactor
  onSignedIn: (answer: LoggedIn) => void
  /** The ticket expired. */
  onOver: (error: ApiError) => void
}

export function SecondFactorForm({ factor, onSignedIn, onOver }: SecondFactorFormProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const api = useApi()
  const delay = useDelay()
  const [recovery, setRecovery] = useState(!factor.methods.includes('totp'))
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => problemsOf({ code: recovery ? checkRecoveryCode(code) : checkCode(code) }),
    submit: async ({ code }) => {
      onSignedIn(await finishLogIn(api, factor.ticket, code.trim().toLowerCase()))
    },
    placeError: (error) => {
      if (error.code === 'ticket_invalid') onOver(error)
      if (error.retryAfterSeconds) delay.wait(error.retryAfterSeconds)
      if (!['second_factor_wrong', 'second_factor_used'].includes(error.code)) return null
      return { field: 'code', text: error.language ?? 'secondFactor.wrong' }
    },
  })
  const change = () => {
    setRecovery(!recovery)
    form.set('code', '')
    form.setErrors({})
  }

  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      {recovery ? (
        <TextInput
          {...form.field('code')}
          key="recovery"
          label={t('secondFactor.recoveryLabel')}
          hint={t('secondFactor.recoveryHint')}
          placeholder="xxxx-xxxx-xx"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          error={text(form.errors.code)}
        />
      ) : (
        <CodeInput
          {...codeField(form.field('code'))}
          key="totp"
          label={t('secondFactor.label')}
          error={text(form.errors.code)}
          autoFocus
        />
      )}
      <FormError text={text(form.errors.form)} />
      <Button type="submit" wide pending={form.pending} disabled={delay.secondsLeft > 0}>
        {delay.secondsLeft > 0 ? t('wait', { seconds: delay.secondsLeft }) : t('secondFactor.submit')}
      </Button>
      {factor.methods.length > 1 && (
        <button type="button" className="sh-link sh-link-centred" onClick={change}>
          {t(recovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </button>
      )}
    </form>
  )
}

const RECOVERY_CODE = /^[a-z0-9]{4}-?[a-z0-9]{4}-?[a-z0-9]{2}$/i

function checkRecoveryCode(
  value: string,
): 'secondFactor.recoveryRequired' | 'secondFactor.recoveryFormat' | undefined {
  if (value === '') return 'secondFactor.recoveryRequired'
  return RECOVERY_CODE.test(value.trim()) ? undefined : 'secondFactor.recoveryFormat'
}
