// Setting up the authenticator app: QR code or key, then the first code as confirmation.

import { CodeInput, CopyButton, Modal, useApi, useText } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { QrCode } from '@witverse/sdk/qr'
import { codeField } from '../../validation/rules'
import { code } from '../../validation/schema'
import { confirmTotp, type TotpSetup } from '../api'
import { useSudo } from '../sudo/SudoProvider'

const SCHEMA = z.object({ code })

interface TotpSetupModalProps {
  setup: TotpSetup
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

export function TotpSetupModal({ setup, onConfirmed, onClose }: TotpSetupModalProps) {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const form = useZodForm({
    texts: 'shell-profile',
    schema: SCHEMA,
    initial: { code: '' },
    submit: async ({ code }) => onConfirmed((await sudo(() => confirmTotp(api, code))).recoveryCodes),
  })
  return (
    <Modal open onClose={onClose} closeOnOutside={false} title={t('totp.setUp')} description={t('totp.scan')}>
      <Form form={form}>
        <a className="pf-qr-link" href={setup.uri}>
          <QrCode className="pf-qr" rows={setup.qr} label={t('totp.qr')} />
        </a>
        <div className="pf-secret">
          <span className="wv-note">{t('totp.byHand')}</span>
          <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={setup.secret} label={t('totp.copySecret')} />
        </div>
        <FormField form={form} name="code">
          {(field) => <CodeInput {...codeField(field)} label={t('totp.code')} />}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('totp.confirm')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
