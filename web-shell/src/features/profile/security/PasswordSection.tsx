// Changing the password. All other sessions end; this one continues with a new token.
import {
  Button,
  formatDate,
  TextInput,
  useApi,
  useCaller,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { AccountHint } from '../../../parts/AccountHint'
import { Section } from '../../../parts/Section'
import { useForm } from '../../../parts/useForm'
import { useSession } from '../../session/session-context'
import { FormError } from '../../sign-in/FormError'
import { useDelay } from '../../sign-in/useDelay'
import { NewPasswordInput } from '../../validation/NewPasswordInput'
import { checkConfirm, checkNewPassword, problemsOf } from '../../validation/rules'
import { changeOwnPassword, useRefreshAccount } from '../api'

const EMPTY = { current_password: '', new_password: '', confirm: '' }

export function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const t = useText('shell-profile')
  const text = useFormText('shell-profile')
  const api = useApi()
  const toast = useToast()
  const session = useSession()
  const refresh = useRefreshAccount()
  const delay = useDelay()
  const { user } = useCaller()
  const form = useForm({
    initial: EMPTY,
    validate: (values) =>
      problemsOf({
        current_password: values.current_password === '' ? 'rules.passwordRequired' : undefined,
        new_password: checkNewPassword(values.new_password),
        confirm: checkConfirm(values.confirm, values.new_password),
      }),
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
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form pf-narrow" noValidate>
        <AccountHint email={user?.email ?? ''} />
        <TextInput
          {...form.field('current_password')}
          label={t('password.current')}
          type="password"
          autoComplete="current-password"
          error={text(form.errors.current_password)}
        />
        <NewPasswordInput
          {...form.field('new_password')}
          label={t('password.next')}
          error={text(form.errors.new_password)}
        />
        <TextInput
          {...form.field('confirm')}
          label={t('fields.confirm')}
          type="password"
          autoComplete="new-password"
          error={text(form.errors.confirm)}
        />
        <FormError text={text(form.errors.form)} />
        <div className="wv-actions">
          <Button type="submit" pending={form.pending} disabled={delay.secondsLeft > 0}>
            {delay.secondsLeft > 0 ? t('wait', { seconds: delay.secondsLeft }) : t('password.submit')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
