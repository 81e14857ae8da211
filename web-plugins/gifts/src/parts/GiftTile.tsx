// A small picture of the gift: the item, or a coin.
import { classes, Picture, WitMark } from '@witverse/sdk'
import type { Gift } from '../api/types'

export function GiftTile({ gift, size = 56 }: { gift: Pick<Gift, 'item'>; size?: number }) {
  return (
    <span className={classes('gf-tile', !gift.item && 'is-wit')} style={{ width: size, height: size }}>
      {gift.item ? (
        <Picture src={gift.item.thumbnailUrl} width={size} height={size} />
      ) : (
        <WitMark size={Math.round(size * 0.62)} />
      )}
    </span>
  )
}
