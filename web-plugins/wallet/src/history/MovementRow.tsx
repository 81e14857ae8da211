// One movement: kind, counterparty, time, amount and the balance afterwards.
import { formatWit, Icon, textOr, usePluginName, useText, WitWorth } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Counterparty, Movement } from '../api/types'
import { kst, own } from '../parts/moments'
import { isGift, kindKey, styleOf } from './kinds'
import { memoText } from './memo'

export function MovementRow({ movement }: { movement: Movement }) {
  const t = useText('wallet')
  const incoming = movement.amountHundredths > 0
  const { icon, family } = styleOf(movement.kind)
  const ownTime = own(movement.at)
  const memo = isGift(movement) ? '' : memoText(t, movement.memo)
  return (
    <li className="wl-movement" data-seq={movement.seq}>
      <span className="wl-tile" data-family={family}>
        <Icon name={icon} size={18} />
      </span>
      <div className="wl-movement-text">
        <strong>
          {textOr(t, kindKey(movement), movement.kind)}{' '}
          <CounterpartyName party={movement.counterparty} incoming={incoming} />
        </strong>
        <small>
          <time dateTime={movement.at}>{t('time.kst', { time: kst(movement.at).time })}</time>
          {ownTime && <span>{t('time.own', { time: ownTime })}</span>}
          {memo && <span className="wl-memo">{memo}</span>}
        </small>
      </div>
      <div className="wl-movement-figures">
        <strong className={incoming ? 'wl-in' : 'wl-out'}>
          {formatWit(movement.amountHundredths, { sign: 'always' })}
          <span className="wv-visually-hidden"> WIT</span>
        </strong>
        <WitWorth hundredths={movement.amountHundredths} />
        <small>
          <span className="wv-visually-hidden">{t('history.after')} </span>
          {formatWit(movement.balanceAfterHundredths)}
        </small>
      </div>
    </li>
  )
}

/** The counterparty of a movement. */
export function CounterpartyName({ party, incoming }: { party: Counterparty; incoming: boolean }) {
  const t = useText('wallet')
  const pluginName = usePluginName()
  if (party.type === 'platform') return null
  if (party.type === 'plugin') {
    const name = pluginName(party.plugin ?? '') ?? t('whom.plugin')
    return <span className="wl-whom">· {name}</span>
  }
  // English puts the preposition before the name, Korean the particle after it.
  const side = incoming ? 'in' : 'out'
  return (
    <span className="wl-whom">
      {t(`whom.${side}Before`)}{' '}
      {party.nickname && party.id ? (
        <Link className="wl-link" to={`/user/${party.id}`}>
          {party.nickname}
        </Link>
      ) : (
        (party.nickname ?? t(party.id ? 'whom.nameless' : 'whom.gone'))
      )}
      {t(`whom.${side}After`)}
    </span>
  )
}
