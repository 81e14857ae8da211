// Password reset: email address (step 1), code (2), new password (3).
// The link in the mail opens step 3.
import {
  type ApiError,
  Button,
  describeError,
  Modal,
  Skeleton,
  useApi,
  useCaller,
  useLanguage,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { emailIn, type ModalProps, textIn } from '../../lib/modal-props'
import { useSession } from '../session/session-context'
import { FormError } from '../sign-in/FormError'
import { AddressForm } from './AddressForm'
import { checkReset, type Permit } from './api'
import { CodeForm } from './CodeForm'
import { NewPasswordForm } from './NewPasswordForm'
import { resetRefusal } from './refusals'

type Step =
  | { at: 1; email: string }
  | { at: 2; email: string; resendAfterSeconds: number }
  | { at: 3; permit: Permit }
  | { at: 3; link: { email: string; encoded: string } }

export function ForgotPasswordModal({ data, close }: ModalProps) {
  const t = useText('shell-entry')
  const modal = useModal()
  const toast = useToast()
  const session = useSession()
  const { user } = useCaller()
  const [step, setStep] = useState<Step>(() => {
    const [email, encoded] = [emailIn(data), textIn(data, 'encoded')]
    return encoded ? { at: 3, link: { email, encoded } } : { at: 1, email }
  })
  const description = step.at === 2 ? t('reset.text2', { email: step.email }) : t(`reset.text${step.at}`)

  function done(email: string) {
    toast(t('reset.done'), 'good')
    if (user && user.email.toLowerCase() !== email.toLowerCase()) return close() // the password of another account was reset
    session.forget() // the reset ended all sessions of the account
    modal.open('sign-in', { email, notice: 'reset.signInAgain' })
  }

  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      title={t(`reset.title${step.at}`)}
      description={description}
    >
      <p className="sh-steps" data-step={step.at}>
        <span className="wv-visually-hidden">{t('reset.step', { step: step.at })}</span>
        {[1, 2, 3].map((number) => (
          <span key={number} data-done={number <= step.at || undefined} aria-hidden="true" />
        ))}
      </p>
      {step.at === 1 && (
        <AddressForm
          email={step.email}
          onSent={(email, resendAfterSeconds) => setStep({ at: 2, email, resendAfterSeconds })}
        />
      )}
      {step.at === 2 && (
        <CodeForm
          email={step.email}
          resendAfterSeconds={step.resendAfterSeconds}
          onPermit={(permit) => setStep({ at: 3, permit })}
          onOtherAddress={() => setStep({ at: 1, email: step.email })}
        />
      )}
      {step.at === 3 && 'permit' in step && (
        <NewPasswordForm
          permit={step.permit}
          onDone={() => done(step.permit.email)}
          onAgain={() => setStep({ at: 1, email: step.permit.email })}
        />
      )}
      {step.at === 3 && 'link' in step && (
        <LinkCheck
          link={step.link}
          onPermit={(permit) => setStep({ at: 3, permit })}
          onAgain={() => setStep({ at: 1, email: step.link.email })}
        />
      )}
    </Modal>
  )
}

interface LinkCheckProps {
  link: { email: string; encoded: string }
  onPermit: (permit: Permit) => void
  onAgain: () => void
}

/** Checks the link of the mail before step 3. */
function LinkCheck({ link, onPermit, onAgain }: LinkCheckProps) {
  const t = useText('shell-entry')
  const { language } = useLanguage()
  const api = useApi()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { email, encoded } = link
  const permitted = useEffectEvent(onPermit)
  useEffect(() => {
    let left = false
    checkReset(api, email, encoded).then(
      (permit) => !left && permitted(permit),
      (error: ApiError) => !left && setFailure(error),
    )
    return () => {
      left = true
    }
  }, [api, email, encoded])

  if (!failure) {
    return (
      <div className="wv-form" role="status" aria-label={t('loading')}>
        <Skeleton style={{ height: 44 }} />
        <Skeleton style={{ height: 44 }} />
      </div>
    )
  }
  const refusal = resetRefusal(failure)
  return (
    <div className="wv-form">
      <FormError text={refusal ? t(refusal) : describeError(failure, language)} />
      <Button wide onClick={onAgain}>
        {t('reset.again')}
      </Button>
    </div>
  )
}
