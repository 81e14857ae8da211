// The picture of the sender, or the icon of the kind.
import { Avatar, Icon, type IconName } from '@witverse/sdk'
import type { Alarm } from '../api/types'

const ICONS: Record<string, IconName> = {
  gift: 'gift',
  friend: 'people',
  reward: 'star',
  reply: 'mail',
  trade: 'cart',
  event: 'clock',
  notice: 'flag',
}

export const iconOf = (kind: string): IconName =>
  (Object.hasOwn(ICONS, kind) ? ICONS[kind] : undefined) ?? 'mail'

export function KindTile({ alarm, size = 44 }: { alarm: Pick<Alarm, 'kind' | 'from'>; size?: number }) {
  const icon = iconOf(alarm.kind)
  if (!alarm.from) {
    return (
      <span className="ml-tile" style={{ width: size, height: size }}>
        <Icon name={icon} size={Math.round(size * 0.48)} />
      </span>
    )
  }
  return (
    <span className="ml-who">
      <Avatar name={alarm.from.nickname} image={alarm.from.thumbnail} size={size} />
      <span className="ml-kind">
        <Icon name={icon} size={12} />
      </span>
    </span>
  )
}
