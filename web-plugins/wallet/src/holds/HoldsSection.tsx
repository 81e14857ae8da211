// WIT on hold, such as for a pending gift or a refund under review, with the time of
// their return.
import {
  EmptyInline,
  ErrorMessage,
  formatWit,
  Icon,
  LoadMoreButton,
  Panel,
  RowSkeletons,
  TimeLeft,
  type Translate,
  textOr,
  useText,
  WitWorth,
} from '@witverse/sdk'
import type { Hold } from '../api/types'
import { useHolds } from '../api/wallet'
import { styleOf } from '../history/kinds'
import { CounterpartyName } from '../history/MovementRow'
import { memoText } from '../history/memo'
import { kst } from '../parts/moments'

export function HoldsSection() {
  const t = useText('wallet')
  const list = useHolds()
  return (
    <Panel title={t('holds.title')} text={t('holds.text')}>
      {list.status === 'pending' && <RowSkeletons rows={2} />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && list.items.length === 0 && <EmptyInline text={t('holds.none')} />}
      {list.items.length > 0 && (
        <ul aria-label={t('holds.title')}>
          {list.items.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list} />
    </Panel>
  )
}

function HoldRow({ hold }: { hold: Hold }) {
  const t = useText('wallet')
  const ends = kst(hold.expiresAt)
  const { icon, family } = styleOf(hold.kind)
  return (
    <li className="wl-hold">
      <span className="wl-tile" data-family={family}>
        <Icon name={icon} size={18} />
      </span>
      <div className="wl-movement-text">
        <strong>
          {holdText(t, hold)}{' '}
          {hold.counterparty && <CounterpartyName party={hold.counterparty} incoming={false} />}
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
        <WitWorth hundredths={hold.amountHundredths} />
      </strong>
    </li>
  )
}

function holdText(t: Translate<'wallet'>, { kind, memo, source }: Hold): string {
  if (source === 'gifts') return t('holdKinds.give')
  return memoText(t, memo) || textOr(t, `holdKinds.${kind}`, t('holdKinds.other'))
}
