// On a person's page: who made the 3D avatar that they appear as, and its licence. Administrators of the platform can take it off.
import { Panel, type ProfileSlotData, type SlotProps, useCaller, useText } from '@witverse/sdk'
import { useAvatar } from '../api/avatars'
import { Licence } from '../vrm/Licence'
import { TakeOffButton } from '../vrm/TakeOffButton'

export default function Credit({ data }: SlotProps) {
  const { userId, blocked } = data as ProfileSlotData
  return blocked ? null : <Loaded userId={userId} />
}

function Loaded({ userId }: { userId: string }) {
  const t = useText('avatars')
  const { user } = useCaller()
  const vrm = useAvatar(userId).data?.vrm
  if (!vrm) return null
  const isAdmin = user?.roles.includes('admin') && user.id !== userId
  return (
    <div className="av-credit">
      <Panel title={t('vrm.ofPerson')} {...(isAdmin && { action: <TakeOffButton userId={userId} /> })}>
        <Licence credit={vrm} />
      </Panel>
    </div>
  )
}
