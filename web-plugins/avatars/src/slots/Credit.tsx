// On a person's page: who made the 3D avatar that they appear as, and its licence.
import { Panel, type ProfileSlotData, type SlotProps, useText } from '@witverse/sdk'
import { useAvatar } from '../api/avatars'
import { Licence } from '../vrm/Licence'

export default function Credit({ data }: SlotProps) {
  const { userId, blocked } = data as ProfileSlotData
  return blocked ? null : <Loaded userId={userId} />
}

function Loaded({ userId }: { userId: string }) {
  const t = useText('avatars')
  const vrm = useAvatar(userId).data?.vrm
  if (!vrm) return null
  return (
    <div className="av-credit">
      <Panel title={t('vrm.ofPerson')}>
        <Licence credit={vrm} />
      </Panel>
    </div>
  )
}
