// The question whether a plugin may give an item of the person to another one. The shell draws it over everything; a page in a
// frame cannot.
import { Confirm, Facts, Notice, Picture, useLanguage, useText } from '@witverse/sdk'
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
  onEnd: (agreed: { until: string | null } | null) => void
}

const HOUR = 60
const DAY = 24 * HOUR

export function EscrowDialog({ asked: { itemId, durationMinutes }, name, worldName, install, onEnd }: Props) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const item = useItem(itemId)
  const answer = useEscrowAnswer(itemId)
  // `agree` names the ask that is shown by its end: the plugin can release the item and ask again meanwhile.
  const lock = item.data?.lock ?? null
  const isAsked = lock?.by === 'escrow_asked'
  const isSteady = useSteady(isAsked)
  const [isClosed, setClosed] = useState(false)
  const sent = useRef(false)
  const agreed = useRef<{ until: string | null } | null>(null)

  async function agree() {
    sent.current = true
    const given = await answer({ install, agrees: true, askedUntil: lock?.until ?? null, durationMinutes })
    agreed.current = { until: given.lock?.until ?? null }
  }

  /** Refuses. If the response to an earlier yes was lost, the item may be in escrow already, as the response to this request says. */
  async function keep() {
    const given = await answer({ install, agrees: false }).catch(() => null)
    const isGone = sent.current && given?.lock?.by === 'escrow'
    onEnd(isGone ? { until: given.lock?.until ?? null } : null)
  }

  function close() {
    if (agreed.current) return onEnd(agreed.current)
    setClosed(true)
    void keep()
  }

  if (isClosed) return null
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
          <Picture src={item.data.thumbnailUrl} width={64} height={64} />
          <div>
            <strong>
              {item.data.name[language]}
              {item.data.edition !== null && ` #${item.data.edition}`}
            </strong>
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
          [t('escrow.until'), t(...duration(durationMinutes))],
        ]}
      />
    </Confirm>
  )
}

/** As the largest unit that fits. */
function duration(minutes: number): ['escrow.days' | 'escrow.hours' | 'escrow.minutes', { count: number }] {
  if (minutes % DAY === 0) return ['escrow.days', { count: minutes / DAY }]
  if (minutes % HOUR === 0) return ['escrow.hours', { count: minutes / HOUR }]
  return ['escrow.minutes', { count: minutes }]
}
