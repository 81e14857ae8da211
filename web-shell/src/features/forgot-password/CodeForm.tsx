// Step 2: the code from the mail.
import { useApi, useText } from '@witverse/sdk'
import { obtainTicket } from '../sign-up/captcha'
import { MailedCode } from '../sign-up/MailedCode'
import { checkReset, type Permit, sendResetMail } from './api'
import { resetRefusal } from './refusals'

interface CodeFormProps {
  email: string
  resendAfterSeconds: number
  onPermit: (permit: Permit) => void
  onOtherAddress: () => void
}

export function CodeForm({ email, resendAfterSeconds, onPermit, onOtherAddress }: CodeFormProps) {
  const t = useText('shell-entry')
  const api = useApi()
  return (
    <MailedCode
      action={t('reset.check')}
      onCode={async (code) => onPermit(await checkReset(api, email, code))}
      refusalOf={resetRefusal}
      resendAction={t('reset.resend')}
      resendAfterSeconds={resendAfterSeconds}
      onResend={async () => {
        const ticket = await obtainTicket(api, new AbortController().signal)
        return sendResetMail(api, email, ticket)
      }}
    >
      <button type="button" className="sh-link sh-link-centred" onClick={onOtherAddress}>
        {t('reset.otherAddress')}
      </button>
    </MailedCode>
  )
}
