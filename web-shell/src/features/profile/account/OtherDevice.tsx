// A login link for another browser, also as a QR code. It works once, for one minute.

import { Button, CopyButton, Countdown, Icon, useAction, useApi, useText } from '@witverse/sdk'
import { QrCode } from '@witverse/sdk/qr'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useDelay } from '../../sign-in/useDelay'
import { issueLoginCode } from '../api'
import { useSudo } from '../sudo/SudoProvider'

export function OtherDevice() {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const life = useDelay()
  const [link, setLink] = useState<{ href: string; qr: string[] } | null>(null)
  const issue = useAction(async () => {
    const code = await sudo(() => issueLoginCode(api))
    setLink({ href: new URL(code.url, location.origin).href, qr: code.qr })
    life.wait(code.expiresInSeconds)
  })
  const alive = link !== null && life.secondsLeft > 0

  return (
    <Section title={t('other.title')} text={t('other.text')}>
      {link && alive ? (
        <div className="pf-link">
          <QrCode className="pf-qr" rows={link.qr} label={t('other.qr')} />
          <div className="pf-link-side">
            <p>
              {t('other.alive')} <Countdown secondsLeft={life.secondsLeft} />
            </p>
            <p className="wv-note">{t('other.careful')}</p>
            <CopyButton text={link.href} label={t('other.copy')} />
          </div>
        </div>
      ) : (
        <>
          {link && (
            <p className="wv-note" role="status">
              {t('other.over')}
            </p>
          )}
          <div className="wv-actions">
            <Button variant="secondary" pending={issue.pending} onClick={issue.run}>
              <Icon name="device" size={18} /> {t(link ? 'other.again' : 'other.make')}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}
