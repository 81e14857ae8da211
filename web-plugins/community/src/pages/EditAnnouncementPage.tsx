// `/{worldName}/announcement/edit/{id}`: changes an announcement.
import { EmptyInline, Loaded, Skeleton, useText } from '@witverse/sdk'
import { useNavigate, useParams } from '@witverse/sdk/router'
import { AnnouncementForm } from '../announcements/AnnouncementForm'
import { AnnouncementFrame } from '../announcements/AnnouncementFrame'
import { useAnnouncement, useAnnouncementActions } from '../api/announcements'

export default function EditAnnouncementPage() {
  const t = useText('community')
  const { worldName = '', id = '' } = useParams()
  return (
    <AnnouncementFrame title={t('announcements.edit')}>
      <Form worldName={worldName} id={id} />
    </AnnouncementFrame>
  )
}

function Form({ worldName, id }: { worldName: string; id: string }) {
  const t = useText('community')
  const navigate = useNavigate()
  const { edit } = useAnnouncementActions(worldName)
  return (
    <Loaded
      query={useAnnouncement(worldName, id)}
      waiting={<Skeleton style={{ height: 420, borderRadius: 'var(--radius-card)' }} />}
      missing={<EmptyInline text={t('announcements.missing')} />}
    >
      {(texts) => (
        <AnnouncementForm
          texts={texts}
          action={t('announcements.save')}
          onSubmit={async (changed) => {
            await edit(id, changed)
            navigate(`/${worldName}/post`)
          }}
        />
      )}
    </Loaded>
  )
}
