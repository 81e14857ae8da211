// Changing the password. All other sessions end; this one continues with a new token.
import { formatDate, TextInput, useApi, useCaller, useText, useToast } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { AccountHint } from '../../../parts/AccountHint'
import { Section } from '../../../parts/Section'
import { useSession } from '../../session/session-context'
import { useDelay } from '../../sign-in/useDelay'
import { NewPasswordInput } from '../../validation/NewPasswordInput'
import { confirms, newPassword, password } from '../../validation/schema'
import { changeOwnPassword, useRefreshAccount } from '../api'

const SCHEMA = z
  .object({ current_password: password, new_password: newPassword, confirm: z.string() })
  .check(confirms('new_password'))
const EMPTY = { current_password: '', new_password: '', confirm: '' }

export function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const t = useText('shell-profile')
  const api = useApi()
  const toast = useToast()
  const session = useSession()
  const refresh = useRefreshAccount()
  const delay = useDelay()
  const { user } = useCaller()
  const form = useZodForm({
    texts: 'shell-profile',
    schema: SCHEMA,
    initial: EMPTY,
    submit: async ({ current_password, new_password }) => {
      const { accessToken } = await changeOwnPassword(api, { current_password, new_password })
      session.replaceToken(accessToken)
      form.reset()
      toast(t('password.done'), 'good')
      void refresh('security')
      void refresh('sessions')
    },
    placeError: (error) => {
      if (error.retryAfterSeconds) delay.wait(error.retryAfterSeconds)
      return null
    },
  })
  const since = changedAt && t('password.since', { date: formatDate(changedAt) })

  return (
    <Section title={t('password.title')} text={since ?? t('password.text')}>
      <Form form={form} className="pf-narrow">
        <AccountHint email={user?.email ?? ''} />
        <FormField form={form} name="current_password">
          {(field) => (
            <TextInput
              {...field}
              label={t('password.current')}
              type="password"
              autoComplete="current-password"
            />
          )}
        </FormField>
        <FormField form={form} name="new_password">
          {(field) => <NewPasswordInput {...field} label={t('password.next')} />}
        </FormField>
        <FormField form={form} name="confirm">
          {(field) => (
            <TextInput {...field} label={t('fields.confirm')} type="password" autoComplete="new-password" />
          )}
        </FormField>
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form} disabled={delay.secondsLeft > 0}>
            {delay.secondsLeft > 0 ? t('wait', { seconds: delay.secondsLeft }) : t('password.submit')}
          </SubmitButton>
        </div>
      </Form>
    </Section>
  )
}
