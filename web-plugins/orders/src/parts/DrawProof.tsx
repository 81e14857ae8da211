// The draw of an order, repeated in the browser.
import { Button, Facts, Notice, Panel, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import type { Order } from '../api/types'
import { isGood, outcomeOf, verifyDraw } from '../draw/draw'
import { keptPromise } from '../draw/promise'
import { PromisedOdds } from './PromisedOdds'

export function DrawProof({ order }: { order: Order }) {
  const t = useText('orders')
  const [outcome, setOutcome] = useState<ReturnType<typeof outcomeOf> | null>(null)
  const { draw, given, orderId } = order
  const check = useAction(async () => {
    if (!draw?.seed || !draw.nonce) return
    const { rule, rows, seedHash, seed, nonce } = draw
    const verdict = await verifyDraw({ orderId, given, rule, rows, seedHash, seed, nonce })
    setOutcome(outcomeOf(verdict, seedHash, keptPromise(orderId)))
  })
  if (!draw?.seed) return null
  const holds = outcome !== null && isGood(outcome)
  return (
    <Panel title={t('draw.title')} text={t('draw.text')}>
      <Facts
        className="od-proof"
        facts={[
          [t('draw.hash'), <code key="hash">{draw.seedHash}</code>],
          [t('draw.seed'), <code key="seed">{draw.seed}</code>],
          [t('draw.nonce'), <code key="nonce">{draw.nonce}</code>],
        ]}
      />
      <PromisedOdds rows={draw.rows} />
      {outcome && (
        <Notice icon={holds ? 'check' : 'warning'} tone={holds ? 'good' : 'bad'} alert={!holds}>
          {t(`draw.${outcome}`)}
        </Notice>
      )}
      <div className="wv-actions">
        <Button variant="secondary" pending={check.pending} onClick={() => void check.run()}>
          {t('draw.check')}
        </Button>
      </div>
    </Panel>
  )
}
