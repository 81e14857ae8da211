// The time left for a pending gift, and what happens afterwards.
import { Icon, TimeLeft, useSecondsLeft, useText } from '@witverse/sdk'
import type { Gift } from '../api/types'
import { nameOfOther } from './words'

export function Waiting({ gift }: { gift: Gift }) {
  const t = useText('gifts')
  const over = useIsOver(gift)
  return (
    <p className="gf-waiting">
      <Icon name="clock" size={16} />
      {over ? (
        <span>{t('returning')}</span>
      ) : (
        <span>
          <TimeLeft until={gift.expiresAt} />{' '}
          <small>{t(`after.${gift.direction}`, { name: nameOfOther(gift, t) })}</small>
        </span>
      )}
    </p>
  )
}

/** The time is over; the server returns the gift within moments. */
export const useIsOver = ({ expiresAt }: Gift): boolean => useSecondsLeft(Date.parse(expiresAt)) === 0
