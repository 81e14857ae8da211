// Sign-up: the form (step 2), then the code from the mail (step 3).
import { Modal, useModal, useText } from '@witverse/sdk'
import { useState } from 'react'
import { emailIn, type ModalProps } from '../../lib/modal-props'
import { RegisterForm } from './RegisterForm'
import { VerifyForm } from './VerifyForm'

const RESEND_SECONDS = 300

export function SignUpModal({ data, close }: ModalProps) {
  const t = useText('shell')
  const modal = useModal()
  const [sent, setSent] = useState(() => codeIn(data))

  if (sent) {
    return (
      <Modal
        open
        onClose={close}
        closeOnOutside={false}
        title={t('verify.title')}
        description={t('verify.description', { email: sent.email })}
      >
        <VerifyForm
          email={sent.email}
          resendAfterSeconds={sent.resendAfterSeconds}
          onVerified={() => modal.open('welcome', { email: sent.email })}
        />
      </Modal>
    )
  }
  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      title={t('signUp.title')}
      description={t('signUp.description')}
    >
      <RegisterForm onSent={setSent} />
      <p className="sh-form-foot">
        {t('signUp.haveAccount')}{' '}
        <button type="button" className="sh-link" onClick={() => modal.open('sign-in')}>
          {t('signIn.open')}
        </button>
      </p>
    </Modal>
  )
}

/** Opens at the code step if a log-in found an unverified account. */
function codeIn(data: unknown) {
  const given = data as { step?: unknown; retryAfterSeconds?: unknown } | null
  if (given?.step !== 'code') return null
  const wait = given.retryAfterSeconds
  return { email: emailIn(data), resendAfterSeconds: typeof wait === 'number' ? wait : RESEND_SECONDS }
}
