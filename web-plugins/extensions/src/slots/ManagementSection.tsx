// In the management of a world: its plugins, and the upload of another one.
import {
  type ApiError,
  EmptyInline,
  ErrorMessage,
  Panel,
  RowSkeletons,
  type SlotProps,
  useAction,
  useText,
  useToast,
  type WorldSlotData,
} from '@witverse/sdk'
import { FileButton } from '@witverse/sdk/files'
import { useState } from 'react'
import { useInstalls, useManagePlugins } from '../api/installs'
import type { Review } from '../api/types'
import { Catalogue } from '../manage/Catalogue'
import { FaultDialog, faultOf } from '../manage/FaultDialog'
import { InstallCard } from '../manage/InstallCard'
import { ReviewDialog } from '../manage/ReviewDialog'

const MAX_BYTES = 26 * 2 ** 20

export default function ManagementSection({ data }: SlotProps) {
  const world = data as WorldSlotData
  return world.isOwner || world.isAdmin ? <Management world={world} /> : null
}

function Management({ world }: { world: WorldSlotData }) {
  const t = useText('extensions')
  const toast = useToast()
  const { worldId, worldName } = world
  const installs = useInstalls(worldId)
  const { upload } = useManagePlugins(worldId)
  const [review, setReview] = useState<Review | null>(null)
  const [fault, setFault] = useState<ApiError | null>(null)
  const { pending, run } = useAction(async (file: File) => {
    if (!file.name.endsWith('.verse')) return toast(t('manage.notAFile'), 'bad')
    if (file.size > MAX_BYTES) return toast(t('manage.tooLarge'), 'bad')
    try {
      setReview(await upload(file))
    } catch (error) {
      const found = faultOf(error)
      if (!found) throw error
      setFault(found)
    }
  })
  return (
    <Panel
      headClassName="ex-head"
      title={t('manage.title')}
      text={t('manage.text')}
      action={
        <FileButton
          accept=".verse"
          disabled={pending}
          hint={t(pending ? 'manage.checking' : 'manage.uploadHint')}
          onFiles={([file]) => file && void run(file)}
        >
          {t('manage.upload')}
        </FileButton>
      }
    >
      {installs.isPending && <RowSkeletons />}
      {installs.isError && <ErrorMessage error={installs.error} onRetry={() => void installs.refetch()} />}
      {installs.data?.items.length === 0 && <EmptyInline text={t('manage.none')} />}
      <div className="ex-installs">
        {installs.data?.items.map((install) => (
          <InstallCard key={install.id} worldId={worldId} worldName={worldName} install={install} />
        ))}
      </div>
      <Catalogue worldId={worldId} onReview={setReview} />
      {fault && <FaultDialog fault={fault} onClose={() => setFault(null)} />}
      {review && (
        <ReviewDialog
          worldId={worldId}
          worldName={worldName}
          review={review}
          onClose={() => setReview(null)}
        />
      )}
    </Panel>
  )
}
