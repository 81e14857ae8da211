// Setting up the authenticator app: QR code or key, then the first code as confirmation.
import { Button, CodeInput, Modal, useApi, useFormText, useText } from '@witverse/sdk'
import { CopyButton } from '../../../parts/CopyButton'
import { useForm } from '../../../parts/useForm'
import { FormError } from '../../sign-in/FormError'
import { checkCode, codeField, problemsOf } from '../../validation/rules'
import { confirmTotp, type TotpSetup } from '../api'
import { QrCode } from '../QrCode'
import { useSudo } from '../sudo/SudoProvider'

interface TotpSetupModalProps {
  setup: TotpSetup
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

export function TotpSetupModal({ setup, onConfirmed, onClose }: TotpSetupModalProps) {
  const t = useText('shell-profile')
  const text = useFormText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const form = useForm({
    initial: { code: '' },
    validate: (values) => problemsOf({ code: checkCode(values.code) }),
    submit: async ({ code }) => onConfirmed((await sudo(() => confirmTotp(api, code))).recoveryCodes),
  })
  return (
    <Modal open onClose={onClose} closeOnOutside={false} title={t('totp.setUp')} description={t('totp.scan')}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <a className="pf-qr-link" href={setup.uri}>
          <QrCode rows={setup.qr} label={t('totp.qr')} />
        </a>
        <div className="pf-secret">
          <span className="pf-note">{t('totp.byHand')}</span>
          <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={setup.secret} label={t('totp.copySecret')} />
        </div>
        <CodeInput {...codeField(form.field('code'))} label={t('totp.code')} error={text(form.errors.code)} />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('totp.confirm')}
        </Button>
      </form>
    </Modal>
  )
}
