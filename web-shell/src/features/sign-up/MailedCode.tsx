// The six-digit code from a mail, and a resend button with a countdown.
import {
  ApiError,
  Button,
  CodeInput,
  Countdown,
  describeError,
  type TextKey,
  useBoot,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { type ReactNode, useState } from 'react'
import { useDelay } from '../sign-in/useDelay'
import { codeField } from '../validation/rules'
import { code } from '../validation/schema'

const SCHEMA = z.object({ code })

interface MailedCodeProps {
  action: string
  onCode: (code: string) => Promise<void>
  /** The key of the message below the code; null shows the error below the form. */
  refusalOf: (error: ApiError) => TextKey<'shell-entry'> | null | undefined
  resendAction: string
  resendAfterSeconds: number
  /** Sends another mail and returns the delay until the next one. */
  onResend: () => Promise<{ resendAfterSeconds: number }>
  /** Content below the form. */
  children?: ReactNode
}

export function MailedCode({ action, onCode, refusalOf, children, ...resend }: MailedCodeProps) {
  const t = useText('shell-entry')
  const { dev } = useBoot()
  const form = useZodForm({
    texts: 'shell-entry',
    schema: SCHEMA,
    initial: { code: '' },
    submit: ({ code }) => onCode(code),
    placeError: (error) => {
      const refusal = refusalOf(error)
      return refusal ? { field: 'code', text: refusal } : null
    },
  })
  return (
    <Form form={form}>
      <FormField form={form} name="code">
        {(field) => <CodeInput {...codeField(field)} label={t('fields.code')} autoFocus />}
      </FormField>
      <FormError form={form} />
      <SubmitButton form={form} wide>
        {action}
      </SubmitButton>
      <Resend {...resend} />
      {children}
      {dev?.mailbox && (
        <a className="sh-link sh-mailbox" href="/dev/mailbox" target="_blank" rel="noreferrer">
          {t('verify.mailbox')}
        </a>
      )}
    </Form>
  )
}

type ResendProps = Pick<MailedCodeProps, 'resendAction' | 'resendAfterSeconds' | 'onResend'>

function Resend({ resendAction, resendAfterSeconds, onResend }: ResendProps) {
  const t = useText('shell')
  const toast = useToast()
  const { language } = useLanguage()
  const delay = useDelay(resendAfterSeconds)
  const [pending, setPending] = useState(false)

  async function resend() {
    setPending(true)
    try {
      const sent = await onResend()
      delay.wait(sent.resendAfterSeconds)
      toast(t('verify.resent'), 'good')
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (wait) delay.wait(wait)
      toast(describeError(error, language), 'bad')
    } finally {
      setPending(false)
    }
  }

  return (
    <p className="sh-resend">
      <span>{t('verify.notArrived')}</span>
      {delay.secondsLeft > 0 ? (
        <span>
          {t('verify.resendIn')} <Countdown secondsLeft={delay.secondsLeft} />
        </span>
      ) : (
        <Button variant="quiet" size="small" onClick={resend} pending={pending}>
          {resendAction}
        </Button>
      )}
    </p>
  )
}
