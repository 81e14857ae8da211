// Popups of plugins on whatever page (slot `popup`), for members: they take no place in the layout.
import { useCaller } from '@witverse/sdk'
import { AsideSlot, ignoreClose } from '../lib/Slot'

export function Popups() {
  const { status } = useCaller()
  if (status !== 'member') return null
  return (
    <div className="sh-popups">
      <AsideSlot at="popup" close={ignoreClose} />
    </div>
  )
}
