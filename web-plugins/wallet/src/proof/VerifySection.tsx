// Verifies the history in the browser.
import { Button, formatDate, Icon, Notice, Panel, serverNow, useAction, useApi, useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { fetchProof } from '../api/wallet'
import { canVerify } from './chain'
import { recallHead, rememberHead } from './memory'
import { type Verdict, verifyHistory } from './verify'

interface Progress {
  done: number
  of: number
}

export function VerifySection({ accountId }: { accountId: string }) {
  const t = useText('wallet')
  const api = useApi()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [remembered, setRemembered] = useState(() => recallHead(accountId))
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const verify = useAction(async () => {
    const stop = new AbortController()
    controller.current = stop
    setVerdict(null)
    setProgress({ done: 0, of: 0 })
    try {
      const found = await verifyHistory({
        accountId,
        fetchPage: (after) => fetchProof(api, after, stop.signal),
        remembered,
        onProgress: (done, of) => setProgress({ done, of }),
      })
      setVerdict(found)
      if (found.state === 'verified') {
        const head = { ...found.head, at: new Date(serverNow()).toISOString() }
        rememberHead(accountId, head)
        setRemembered(head)
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    } finally {
      setProgress(null)
    }
  })

  const last = remembered?.at
    ? t('verify.last', { date: formatDate(remembered.at), seq: remembered.seq })
    : null
  return (
    <Panel title={t('verify.title')} text={t('verify.text')} className="wl-verify">
      {progress && <VerificationProgress progress={progress} />}
      {verdict && <VerificationResult verdict={verdict} />}
      {!verdict && !progress && last && <p className="wl-verify-last">{last}</p>}
      {canVerify() ? (
        <Button variant="secondary" pending={verify.pending} onClick={() => void verify.run()}>
          <Icon name="shield" size={18} /> {t(verdict ? 'verify.again' : 'verify.start')}
        </Button>
      ) : (
        <p className="wl-verify-last">{t('verify.insecure')}</p>
      )}
    </Panel>
  )
}

function VerificationProgress({ progress: { done, of } }: { progress: Progress }) {
  const t = useText('wallet')
  return (
    <div className="wl-walking">
      <progress value={of === 0 ? 0 : done} max={Math.max(of, 1)} aria-label={t('verify.walking')} />
      <small>
        {t('verify.progress', { done: done.toLocaleString('en-US'), of: of.toLocaleString('en-US') })}
      </small>
    </div>
  )
}

function VerificationResult({ verdict }: { verdict: Verdict }) {
  const t = useText('wallet')
  if (verdict.state === 'broken') {
    return (
      <Notice tone="bad" icon="warning" alert>
        <strong>{t('verify.broken', { seq: verdict.seq })}</strong>
        <p>
          {t(`faults.${verdict.fault}`)} {t('verify.brokenText')}
        </p>
      </Notice>
    )
  }
  const { contained, head, count } = verdict
  return (
    <Notice tone="good" icon="shield">
      <strong>{t('verify.verified', { count, shown: count.toLocaleString('en-US') })}</strong>
      <p>{t(contained ? 'verify.contained' : 'verify.firstTime', { seq: contained?.seq })}</p>
      {count > 0 && (
        <p className="wl-hash">
          #{head.seq} <code>{head.hash}</code>
        </p>
      )}
    </Notice>
  )
}
