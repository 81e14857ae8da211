// A small picture of the gift: the item, or a coin.
import { classes, WitMark } from '@witverse/sdk'
import type { Gift } from '../api/types'

export function GiftTile({ gift, size = 56 }: { gift: Pick<Gift, 'item'>; size?: number }) {
  return (
    <span className={classes('gf-tile', !gift.item && 'is-wit')} style={{ width: size, height: size }}>
      {gift.item ? (
        <img src={gift.item.thumbnailUrl} alt="" width={size} height={size} loading="lazy" />
      ) : (
        <WitMark size={Math.round(size * 0.62)} />
      )}
    </span>
  )
}
