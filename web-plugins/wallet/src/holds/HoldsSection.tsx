// WIT that are set aside: for a gift that was not accepted yet, for a refund that is being decided. Each says when it
// comes back by itself.
import {
  formatWit,
  Icon,
  More,
  Nothing,
  Panel,
  RowSkeletons,
  TimeLeft,
  Trouble,
  useText,
} from '@witverse/sdk'
import type { Hold } from '../api/types'
import { useHolds } from '../api/wallet'
import { lookOf } from '../history/kinds'
import { Whom } from '../history/MovementRow'
import { kst } from '../parts/moments'

export function HoldsSection() {
  const t = useText('wallet')
  const list = useHolds()
  return (
    <Panel title={t('holds.title')} text={t('holds.text')}>
      {list.status === 'pending' && <RowSkeletons rows={2} />}
      {list.status === 'error' && <Trouble error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && list.items.length === 0 && <Nothing text={t('holds.none')} />}
      {list.items.length > 0 && (
        <ul className="wl-holds" aria-label={t('holds.title')}>
          {list.items.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </ul>
      )}
      <More list={list} />
    </Panel>
  )
}

function HoldRow({ hold }: { hold: Hold }) {
  const t = useText('wallet')
  const ends = kst(hold.expiresAt)
  const { icon, family } = lookOf(hold.kind)
  return (
    <li className="wl-hold">
      <span className="wl-tile" data-family={family}>
        <Icon name={icon} size={18} />
      </span>
      <div className="wl-movement-text">
        <strong>
          {hold.memo || t(`holdKinds.${hold.kind}`, { defaultValue: t('holdKinds.other') })}{' '}
          {hold.counterparty && <Whom party={hold.counterparty} incoming={false} />}
        </strong>
        <small>
          <span>
            <TimeLeft until={hold.expiresAt} />
          </span>
          <span>{t('holds.until', { date: ends.date, time: ends.time })}</span>
        </small>
      </div>
      <strong className="wl-hold-amount">
        {formatWit(hold.amountHundredths)}
        <span className="wv-visually-hidden"> WIT</span>
      </strong>
    </li>
  )
}
