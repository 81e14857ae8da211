// How long a gift still waits, and what happens then.
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

/** Its time has passed; the platform takes it back within a moment. */
export const useIsOver = ({ expiresAt }: Gift): boolean => useSecondsLeft(Date.parse(expiresAt)) === 0
