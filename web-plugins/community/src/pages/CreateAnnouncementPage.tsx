// `/{worldName}/announcement/create`: a new announcement.
import { useText } from '@witverse/sdk'
import { useNavigate, useParams } from '@witverse/sdk/router'
import { AnnouncementForm } from '../announcements/AnnouncementForm'
import { AnnouncementFrame } from '../announcements/AnnouncementFrame'
import { useAnnouncementActions } from '../api/announcements'

export default function CreateAnnouncementPage() {
  const t = useText('community')
  const { worldName = '' } = useParams()
  const navigate = useNavigate()
  const { create } = useAnnouncementActions(worldName)
  return (
    <AnnouncementFrame title={t('announcements.new')}>
      <AnnouncementForm
        action={t('announcements.create')}
        onSubmit={async (texts) => {
          await create(texts)
          navigate(`/${worldName}/post`)
        }}
      />
    </AnnouncementFrame>
  )
}
