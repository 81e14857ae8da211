// Step 3: the code of the e-mail that confirms the address.
import { payload } from '@witverse/api-client'
import { useApi, useText } from '@witverse/sdk'
import { MailedCode } from './MailedCode'

const REFUSALS: Record<string, string> = {
  already_confirmed: 'verify.alreadyConfirmed',
  invalid: 'verify.invalid',
  code_not_matched: 'verify.notMatched',
}

interface VerifyFormProps {
  email: string
  resendAfterSeconds: number
  onVerified: () => void
}

export function VerifyForm({ email, resendAfterSeconds, onVerified }: VerifyFormProps) {
  const t = useText('shell')
  const api = useApi()
  return (
    <MailedCode
      namespace="shell"
      action={t('verify.submit')}
      onCode={async (code) => {
        await payload(api.POST('/api/user/register/verify', { body: { email, code } }))
        onVerified()
      }}
      refusalOf={({ code }) => REFUSALS[code]}
      resendAction={t('verify.resend')}
      resendAfterSeconds={resendAfterSeconds}
      onResend={() => {
        const body = { email, accessAt: new Date().toISOString() }
        return payload(api.POST('/api/v2/user/email/resend', { body }))
      }}
    />
  )
}
