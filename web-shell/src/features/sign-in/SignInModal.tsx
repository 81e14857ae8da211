import { payload } from '@witverse/api-client'
import {
  type ApiError,
  Button,
  Modal,
  TextInput,
  useApi,
  useForm,
  useFormText,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { emailIn, type ModalProps } from '../Modals'
import { useSession } from '../session/session-context'
import { checkEmail, problemsOf } from '../validation/rules'
import { FormError } from './FormError'

/** The catalogue's refusals, at the field they are about. */
const REFUSALS: Record<string, { field: 'email' | 'password'; text: string }> = {
  password_unmatch: { field: 'password', text: 'signIn.passwordUnmatch' },
  user_not_exist: { field: 'email', text: 'signIn.userNotExist' },
}

export function SignInModal({ data, close }: ModalProps) {
  const t = useText('shell')
  const text = useFormText('shell')
  const api = useApi()
  const modal = useModal()
  const toast = useToast()
  const session = useSession()
  const form = useForm({
    initial: { email: emailIn(data), password: '' },
    validate: (values) =>
      problemsOf<typeof values>({
        email: checkEmail(values.email),
        password: values.password === '' ? 'rules.passwordRequired' : undefined,
      }),
    submit: async ({ email, password }) => {
      const body = { email, password, ip: '', blockname: '', access_at: new Date().toISOString() }
      const answer = await payload(api.POST('/api/user/login', { body }))
      session.signIn(answer.accessToken)
      close()
    },
    placeError: (error) => {
      if (error.code === 'unactivated_user') {
        toast(t('signIn.unactivated'))
        // A code sent lately still holds, and the next one has to wait.
        const { retryAfterSeconds } = error
        modal.open('sign-up', { email: form.values.email, step: 'code', retryAfterSeconds })
        return { field: 'form', text: 'signIn.unactivated' }
      }
      return placeLoginError(error)
    },
  })

  return (
    <Modal open onClose={close} title={t('signIn.title')} description={t('signIn.description')}>
      <form ref={form.form} onSubmit={form.onSubmit} className="sh-form" noValidate>
        <TextInput
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          error={text(form.errors.email)}
        />
        <TextInput
          {...form.field('password')}
          label={t('fields.password')}
          type="password"
          autoComplete="current-password"
          error={text(form.errors.password)}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('signIn.submit')}
        </Button>
      </form>
      <p className="sh-form-foot">
        {t('signIn.noAccount')}{' '}
        <button type="button" className="sh-link" onClick={() => modal.open('sign-up')}>
          {t('signUp.open')}
        </button>
      </p>
    </Modal>
  )
}

function placeLoginError(error: ApiError) {
  const refusal = REFUSALS[error.code]
  if (refusal) return refusal
  const field = error.fields[0]?.field
  if (field === 'email') return { field, text: 'signIn.invalidEmail' } as const
  if (field === 'password') return { field, text: 'signIn.invalidPassword' } as const
  return { field: 'form', text: error.language ?? 'signIn.failed' } as const
}
