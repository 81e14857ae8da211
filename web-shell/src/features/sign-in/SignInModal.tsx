// Log-in: the form, then the second factor if the account has one.
import {
  type ApiError,
  describeError,
  Modal,
  useApi,
  useLanguage,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { emailIn, type ModalProps, textIn } from '../../lib/modal-props'
import { useSession } from '../session/session-context'
import { useCaptcha } from '../sign-up/useCaptcha'
import { email, password } from '../validation/schema'
import { type LoggedIn, logIn, type SecondFactor } from './api'
import { SecondFactorForm } from './SecondFactorForm'
import { SignInForm } from './SignInForm'
import { useDelay } from './useDelay'
import { usePasskeySignIn } from './usePasskeySignIn'

/** The catalogue's refusals by field. */
const REFUSALS = new Map([
  ['password_unmatch', { field: 'password', text: 'signIn.passwordUnmatch' }],
  ['user_not_exist', { field: 'email', text: 'signIn.userNotExist' }],
] as const)

const SCHEMA = z.object({ email, password })

export function SignInModal({ data, close }: ModalProps) {
  const t = useText('shell-entry')
  const { language } = useLanguage()
  const api = useApi()
  const modal = useModal()
  const toast = useToast()
  const session = useSession()
  const captcha = useCaptcha(api, { atOnce: false })
  const delay = useDelay()
  const [factor, setFactor] = useState<SecondFactor | null>(null)
  /** The code of the last refusal. */
  const [refusal, setRefusal] = useState('')

  function enter(answer: LoggedIn) {
    session.signIn(answer.accessToken)
    close()
  }

  /** Solves the captcha if the server asks for it, and sends the log-in again. */
  async function attempt(email: string, password: string) {
    const ticket = captcha.state === 'idle' ? undefined : await captcha.ticket()
    try {
      return await logIn(api, { email, password, captcha: ticket })
    } catch (error) {
      if ((error as ApiError).code === 'captcha_required') {
        return await logIn(api, { email, password, captcha: await captcha.restart() })
      }
      throw error
    }
  }

  const form = useZodForm({
    texts: 'shell-entry',
    schema: SCHEMA,
    initial: { email: emailIn(data), password: '' },
    submit: async ({ email, password }) => {
      setRefusal('')
      const wanted = captcha.state !== 'idle'
      try {
        const answer = await attempt(email, password)
        if ('secondFactor' in answer) setFactor(answer.secondFactor)
        else enter(answer)
      } catch (error) {
        if (wanted) captcha.restart().catch(() => undefined) // a ticket is valid for one attempt; the captcha row shows errors
        throw error
      }
    },
    placeError: (error) => {
      setRefusal(error.code)
      if (error.code === 'unactivated_user') {
        toast(t('signIn.unactivated'))
        // A recent code is still valid, and the next mail has to wait.
        const { retryAfterSeconds } = error
        modal.open('sign-up', { email: form.state.getValues('email'), step: 'code', retryAfterSeconds })
        return { field: 'form', text: 'signIn.unactivated' }
      }
      if (error.code === 'login_delayed') delay.wait(error.retryAfterSeconds ?? 1)
      return placeLoginError(error)
    },
  })
  const passkey = usePasskeySignIn({
    active: factor === null,
    onSignedIn: enter,
    onFailed: (error) => {
      setRefusal((error as Partial<ApiError>).code ?? '')
      const text = describeError(error, language)
      form.setError((error as Partial<ApiError>).language ?? { ko: text, en: text })
    },
  })

  if (factor) {
    return (
      <Modal
        open
        onClose={close}
        closeOnOutside={false}
        title={t('secondFactor.title')}
        description={t('secondFactor.description')}
      >
        <SecondFactorForm
          factor={factor}
          onSignedIn={enter}
          onOver={(error) => {
            setFactor(null)
            form.setError(error.language ?? 'secondFactor.over')
          }}
        />
      </Modal>
    )
  }
  return (
    <Modal
      open
      onClose={close}
      title={t('signIn.title')}
      description={t(
        textIn(data, 'notice') === 'reset.signInAgain' ? 'reset.signInAgain' : 'signIn.description',
      )}
    >
      <SignInForm
        form={form}
        captcha={captcha}
        passkey={passkey}
        refusal={refusal}
        delay={delay.secondsLeft}
        emailKnown={emailIn(data) !== ''}
      />
    </Modal>
  )
}

export function placeLoginError(error: ApiError) {
  const refusal = REFUSALS.get(error.code as 'password_unmatch')
  if (refusal) return refusal
  if (error.code === 'captcha_failed') return { field: 'form', text: 'captcha.failed' } as const
  const field = error.fields[0]?.field
  if (field === 'email') return { field, text: 'signIn.invalidEmail' } as const
  if (field === 'password') return { field, text: 'signIn.invalidPassword' } as const
  return { field: 'form', text: error.language ?? 'signIn.failed' } as const
}
