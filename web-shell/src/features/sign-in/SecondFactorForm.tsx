// The second step of a log-in: a code from the authenticator app, or a recovery code.
import { type ApiError, CodeInput, TextInput, useApi, useText } from '@witverse/sdk'
import { Form, FormError, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { codeField } from '../validation/rules'
import { code } from '../validation/schema'
import { finishLogIn, type LoggedIn, type SecondFactor } from './api'
import { useDelay } from './useDelay'

const key = messageKeys<'shell-entry'>()
const TOTP = z.object({ code })
const RECOVERY = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: key('secondFactor.recoveryRequired'), abort: true }),
      z.regex(/^[a-z0-9]{4}-?[a-z0-9]{4}-?[a-z0-9]{2}$/i, key('secondFactor.recoveryFormat')),
    ),
})

interface SecondFactorFormProps {
  factor: SecondFactor
  onSignedIn: (answer: LoggedIn) => void
  /** The ticket expired. */
  onOver: (error: ApiError) => void
}

export function SecondFactorForm({ factor, onSignedIn, onOver }: SecondFactorFormProps) {
  const t = useText('shell-entry')
  const api = useApi()
  const delay = useDelay()
  const [recovery, setRecovery] = useState(!factor.methods.includes('totp'))
  const form = useZodForm({
    texts: 'shell-entry',
    schema: recovery ? RECOVERY : TOTP,
    initial: { code: '' },
    submit: async ({ code }) => {
      onSignedIn(await finishLogIn(api, factor.ticket, code.toLowerCase()))
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
    form.reset()
  }

  return (
    <Form form={form}>
      <FormField form={form} name="code">
        {(field) =>
          recovery ? (
            <TextInput
              {...field}
              key="recovery"
              label={t('secondFactor.recoveryLabel')}
              hint={t('secondFactor.recoveryHint')}
              placeholder="xxxx-xxxx-xx"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={16}
            />
          ) : (
            <CodeInput {...codeField(field)} key="totp" label={t('secondFactor.label')} autoFocus />
          )
        }
      </FormField>
      <FormError form={form} />
      <SubmitButton form={form} wide disabled={delay.secondsLeft > 0}>
        {delay.secondsLeft > 0 ? t('wait', { seconds: delay.secondsLeft }) : t('secondFactor.submit')}
      </SubmitButton>
      {factor.methods.length > 1 && (
        <button type="button" className="sh-link sh-link-centred" onClick={change}>
          {t(recovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </button>
      )}
    </Form>
  )
}
