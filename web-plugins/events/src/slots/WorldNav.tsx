// The link to the events of a world, among the links to its pages.
import { Icon, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'

export default function WorldNav({ data }: SlotProps) {
  const t = useText('events')
  const { worldName } = data as WorldSlotData
  return (
    <Link className="wv-tab" to={`/${worldName}/event`}>
      <Icon name="star" /> {t('title')}
    </Link>
  )
}
