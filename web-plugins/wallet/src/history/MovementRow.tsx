// One movement: what it was, with whom, when, how much, and what was left afterwards.
import { formatWit, Icon, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Counterparty, Movement } from '../api/types'
import { kst, own } from '../parts/moments'
import { kindKey, lookOf } from './kinds'

export function MovementRow({ movement }: { movement: Movement }) {
  const t = useText('wallet')
  const incoming = movement.amountHundredths > 0
  const { icon, family } = lookOf(movement.kind)
  const ownTime = own(movement.at)
  return (
    <li className="wl-movement" data-seq={movement.seq}>
      <span className="wl-tile" data-family={family}>
        <Icon name={icon} size={18} />
      </span>
      <div className="wl-movement-text">
        <strong>
          {t(kindKey(movement.kind, movement.amountHundredths))}{' '}
          <Whom party={movement.counterparty} incoming={incoming} />
        </strong>
        <small>
          <time dateTime={movement.at}>{t('time.kst', { time: kst(movement.at).time })}</time>
          {ownTime && <span>{t('time.own', { time: ownTime })}</span>}
          {movement.memo && <span className="wl-memo">{movement.memo}</span>}
        </small>
      </div>
      <div className="wl-movement-figures">
        <strong className={incoming ? 'wl-in' : 'wl-out'}>
          {formatWit(movement.amountHundredths, { sign: 'always' })}
          <span className="wv-visually-hidden"> WIT</span>
        </strong>
        <small>
          <span className="wv-visually-hidden">{t('history.after')} </span>
          {formatWit(movement.balanceAfterHundredths)}
        </small>
      </div>
    </li>
  )
}

/** Where it came from, or where it went. */
export function Whom({ party, incoming }: { party: Counterparty; incoming: boolean }) {
  const t = useText('wallet')
  if (party.type === 'platform') return null
  if (party.type === 'plugin') {
    const name = t(`plugins.${party.plugin}`, { defaultValue: party.plugin ?? '' })
    return <span className="wl-whom">· {name}</span>
  }
  // Before the name in one language, after it in the other.
  const side = incoming ? 'in' : 'out'
  return (
    <span className="wl-whom">
      {t(`whom.${side}Before`)}{' '}
      {party.nickname && party.id ? (
        <Link className="wl-link" to={`/user/${party.id}`}>
          {party.nickname}
        </Link>
      ) : (
        (party.nickname ?? t('whom.gone'))
      )}{' '}
      {t(`whom.${side}After`)}
    </span>
  )
}
