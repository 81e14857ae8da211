// The authenticator app: set up, turn off, renew recovery codes.
import { Badge, Button, Confirm, formatDate, Icon, useAction, useApi, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import {
  renewRecoveryCodes,
  type Security,
  startTotp,
  type TotpSetup,
  turnTotpOff,
  useRefreshAccount,
} from '../api'
import { useSudo } from '../sudo/SudoProvider'
import { RecoveryCodesModal } from './RecoveryCodes'
import { TotpSetupModal } from './TotpSetupModal'

const FEW = 3

export function TotpSection({ totp }: { totp: Security['totp'] }) {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const toast = useToast()
  const refresh = useRefreshAccount()
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const [asking, setAsking] = useState<'off' | 'renew' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = useAction(async () => setSetup(await sudo(() => startTotp(api))))

  return (
    <Section
      title={t('totp.title')}
      text={t('totp.text')}
      action={totp.enabled ? <Badge tone="good">{t('totp.on')}</Badge> : <Badge>{t('totp.off')}</Badge>}
    >
      {totp.enabled ? (
        <>
          <dl className="pt-facts">
            {totp.since && (
              <div>
                <dt>{t('totp.since')}</dt>
                <dd>{formatDate(totp.since)}</dd>
              </div>
            )}
            <div>
              <dt>{t('codes.title')}</dt>
              <dd>
                {t('codes.left', { count: totp.recoveryCodesLeft })}{' '}
                {totp.recoveryCodesLeft <= FEW && <Badge tone="bad">{t('codes.few')}</Badge>}
              </dd>
            </div>
          </dl>
          <div className="wv-actions">
            <Button variant="secondary" onClick={() => setAsking('renew')}>
              {t('codes.renew')}
            </Button>
            <Button variant="quiet" className="is-bad" onClick={() => setAsking('off')}>
              {t('totp.turnOff')}
            </Button>
          </div>
        </>
      ) : (
        <div className="wv-actions">
          <Button variant="secondary" pending={begin.pending} onClick={begin.run}>
            <Icon name="device" size={18} /> {t('totp.setUp')}
          </Button>
        </div>
      )}
      {setup && (
        <TotpSetupModal
          setup={setup}
          onConfirmed={(recoveryCodes) => {
            setSetup(null)
            setCodes(recoveryCodes)
            void refresh('security')
          }}
          onClose={() => setSetup(null)}
        />
      )}
      {codes && <RecoveryCodesModal codes={codes} onClose={() => setCodes(null)} />}
      {asking === 'off' && (
        <Confirm
          title={t('totp.offTitle')}
          text={t('totp.offText')}
          action={t('totp.turnOff')}
          tone="danger"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await sudo(() => turnTotpOff(api))
            toast(t('totp.isOff'))
            await refresh('security')
          }}
        />
      )}
      {asking === 'renew' && (
        <Confirm
          title={t('codes.renewTitle')}
          text={t('codes.renewText')}
          action={t('codes.renew')}
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            const { recoveryCodes } = await sudo(() => renewRecoveryCodes(api))
            await refresh('security')
            setCodes(recoveryCodes)
          }}
        />
      )}
    </Section>
  )
}
