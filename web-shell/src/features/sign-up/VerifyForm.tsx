// Step 3: the code that verifies the email address.
import { payload } from '@witverse/api-client'
import { type TextKey, useApi, useText } from '@witverse/sdk'
import { MailedCode } from './MailedCode'

const REFUSALS = new Map<string, TextKey<'shell'>>([
  ['already_confirmed', 'verify.alreadyConfirmed'],
  ['invalid', 'verify.invalid'],
  ['code_not_matched', 'verify.notMatched'],
])

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
      action={t('verify.submit')}
      onCode={async (code) => {
        await payload(api.POST('/api/user/register/verify', { body: { email, code } }))
        onVerified()
      }}
      refusalOf={({ code }) => REFUSALS.get(code)}
      resendAction={t('verify.resend')}
      resendAfterSeconds={resendAfterSeconds}
      onResend={() => {
        const body = { email, accessAt: new Date().toISOString() }
        return payload(api.POST('/api/v2/user/email/resend', { body }))
      }}
    />
  )
}
