// The question whether a plugin may give an item of the person to another one. The shell draws it over everything; a page in a
// frame cannot.
import { Confirm, Facts, formatMoment, Notice, useLanguage, useText } from '@witverse/sdk'
import { useRef, useState } from 'react'
import { useEscrowAnswer, useItem } from '../api/items'
import { useSteady } from './useSteady'

interface Props {
  asked: { itemId: string; durationMinutes: number }
  /** The name of the plugin. */
  name: string
  worldName: string
  install: string
  /** With null if the person keeps the item. */
  onEnd: (agreed: { until: string } | null) => void
}

export function EscrowDialog({ asked: { itemId, durationMinutes }, name, worldName, install, onEnd }: Props) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const item = useItem(itemId)
  const answer = useEscrowAnswer(itemId)
  const isSteady = useSteady()
  const until = useRef<string | null>(null)
  const [opened] = useState(() => Date.now())
  // Asked for anything else than an own item that the plugin has asked for, there is nothing to agree to.
  const isAsked = item.data?.lock?.by === 'escrow_asked'

  async function agree() {
    const { lock } = await answer({ install, agrees: true, durationMinutes })
    until.current = lock?.until ?? ''
  }

  function close() {
    if (until.current !== null) return onEnd({ until: until.current })
    // The item is free again at once. If this fails, it is in a few minutes.
    if (isAsked) void answer({ install, agrees: false }).catch(() => undefined)
    onEnd(null)
  }

  return (
    <Confirm
      title={t('escrow.title', { name })}
      text={t('escrow.text')}
      action={t('escrow.confirm')}
      disabled={!isSteady || !isAsked}
      onConfirm={agree}
      onClose={close}
    >
      {item.data && (
        <div className="ex-item">
          <img src={item.data.thumbnailUrl} alt="" width={64} height={64} />
          <div>
            <strong>{item.data.name[language]}</strong>
            <small>{item.data.collection.name[language]}</small>
          </div>
        </div>
      )}
      {(item.isError || (item.data && !isAsked)) && (
        <Notice icon="ban" tone="bad" alert>
          {t('escrow.notAsked')}
        </Notice>
      )}
      <Facts
        facts={[
          [t('pay.to'), `${name} · ${worldName}`],
          [t('escrow.until'), formatMoment(new Date(opened + durationMinutes * 60_000).toISOString())],
        ]}
      />
    </Confirm>
  )
}
