// The question whether a person pays WIT to a plugin. The shell draws it over everything; a page in a frame cannot.
import { Confirm, Facts, useNotEnoughWit, useText, useWallet, WitAmount } from '@witverse/sdk'
import { useRef, useState } from 'react'
import { useCharge } from '../api/installs'
import { useSteady } from './useSteady'

/** What a page asks for. */
export interface AskedPayment {
  amount: number
  reason: string
}

interface Props {
  asked: AskedPayment
  /** The name of the plugin. */
  name: string
  worldName: string
  install: string
  /** In a trial: the number of the made-up player, 0 for oneself. The money is play money. */
  player: number | null
  /** With the id of the held WIT, or null if the person does not pay. */
  onEnd: (paid: { charge: string } | null) => void
}

export function PayDialog({ asked, name, worldName, install, player, onEnd }: Props) {
  const t = useText('extensions')
  const wallet = useWallet()
  const notEnough = useNotEnoughWit()
  const hold = useCharge(worldName, install, player ?? 0)
  // One key for the dialog: a repeated request after a lost answer holds the WIT once.
  const [key] = useState(() => crypto.randomUUID())
  const held = useRef<string | null>(null)
  const isSteady = useSteady()
  const hundredths = asked.amount * 100

  async function pay() {
    try {
      const { amount, reason } = asked
      held.current = (await hold({ amount, reason, key })).id
    } catch (error) {
      // Play money cannot be bought.
      if (player !== null || !notEnough.caught(error, hundredths)) throw error
    }
  }

  return (
    <Confirm
      title={t('pay.title', { name })}
      text={t(player === null ? 'pay.text' : 'pay.playText')}
      action={t('pay.confirm', { amount: asked.amount })}
      disabled={!isSteady}
      onConfirm={pay}
      onClose={() => onEnd(held.current ? { charge: held.current } : null)}
    >
      <Facts
        facts={[
          [t('pay.to'), `${name} · ${worldName}`],
          [t('pay.reason'), asked.reason],
          [t('pay.amount'), <WitAmount key="amount" hundredths={hundredths} />],
          [
            t('pay.balance'),
            player === null && wallet.data && (
              <WitAmount key="balance" hundredths={wallet.data.availableHundredths} />
            ),
          ],
        ]}
      />
    </Confirm>
  )
}
