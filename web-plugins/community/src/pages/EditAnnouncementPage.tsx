// `/{worldName}/announcement/edit/{id}`: changes an announcement.
import { EmptyInline, ErrorMessage, isMissing, Skeleton, useText } from '@witverse/sdk'
import { useNavigate, useParams } from '@witverse/sdk/router'
import { AnnouncementForm } from '../announcements/AnnouncementForm'
import { AnnouncementFrame } from '../announcements/AnnouncementFrame'
import { useAnnouncement, useAnnouncementActions } from '../api/announcements'

export default function EditAnnouncementPage() {
  const t = useText('community')
  const { worldName = '', id = '' } = useParams()
  return (
    <AnnouncementFrame worldName={worldName} title={t('announcements.edit')}>
      <Form worldName={worldName} id={id} />
    </AnnouncementFrame>
  )
}

function Form({ worldName, id }: { worldName: string; id: string }) {
  const t = useText('community')
  const navigate = useNavigate()
  const announcement = useAnnouncement(worldName, id)
  const { edit } = useAnnouncementActions(worldName)
  if (announcement.status === 'pending') return <Skeleton style={{ height: 420, borderRadius: 22 }} />
  if (announcement.status === 'error') {
    if (isMissing(announcement.error)) return <EmptyInline text={t('announcements.missing')} />
    return <ErrorMessage error={announcement.error} onRetry={() => void announcement.refetch()} />
  }
  return (
    <AnnouncementForm
      texts={announcement.data}
      action={t('announcements.save')}
      onSubmit={async (texts) => {
        await edit(id, texts)
        navigate(`/${worldName}/post`)
      }}
    />
  )
}
