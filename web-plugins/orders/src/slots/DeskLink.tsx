// On the management page of a world: the way to its seller's desk.
import { ButtonLink, Panel, type SlotProps, usePagePath, useText, type WorldSlotData } from '@witverse/sdk'

export default function DeskLink({ data }: SlotProps) {
  const t = useText('orders')
  const desk = usePagePath('desk')
  const { worldName, isOwner, isAdmin } = data as WorldSlotData
  if (!isOwner && !isAdmin) return null
  return (
    <Panel
      title={t('desk.title')}
      text={t('desk.lead')}
      action={
        <ButtonLink size="small" variant="secondary" to={`${desk}?world=${worldName}`}>
          {t('desk.open')}
        </ButtonLink>
      }
    />
  )
}
