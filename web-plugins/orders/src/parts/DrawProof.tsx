// The draw of an order, repeated in the browser.
import { Button, Facts, Notice, Panel, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import type { Order } from '../api/types'
import { type Verdict, verifyDraw } from '../draw/draw'

export function DrawProof({ order }: { order: Order }) {
  const t = useText('orders')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { draw, given, orderId } = order
  const check = useAction(async () => {
    if (!draw?.seed || !draw.nonce) return
    setVerdict(
      await verifyDraw({ orderId, given, seedHash: draw.seedHash, seed: draw.seed, nonce: draw.nonce }),
    )
  })
  if (!draw?.seed) return null
  const holds = verdict?.seedHolds && verdict.drawsHold
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
      {verdict && (
        <Notice icon={holds ? 'check' : 'warning'} tone={holds ? 'good' : 'bad'} alert={!holds}>
          {t(holds ? 'draw.holds' : verdict.seedHolds ? 'draw.otherResult' : 'draw.otherSeed')}
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
