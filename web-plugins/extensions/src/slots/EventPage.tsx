// The slot `event.page`: the installed plugin that an event is held with, in a frame. The event stays after the plugin has gone.
import {
  ErrorMessage,
  type EventPageSlotData,
  Notice,
  type SlotProps,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useExtensions } from '../api/installs'
import { SlotFrame } from '../frame/SlotFrame'

export default function EventPage({ data }: SlotProps) {
  const { eventId, worldName, installId, name, isOrganiser } = data as EventPageSlotData
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(worldName)
  if (found.isLoadingError) return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return null
  const extension = found.data.items.find(({ id }) => id === installId)
  const kind = extension?.event
  if (!extension || !kind) {
    return (
      <Notice icon="warning">
        <strong>{t('event.gone', { name: name[language] })}</strong>
        <p>{t('event.goneText')}</p>
      </Notice>
    )
  }
  return (
    <SlotFrame
      at="event.page"
      install={extension.id}
      plugin={extension.plugin}
      title={kind.title[language]}
      file={kind.file}
      frameHost={found.data.frameHost}
      worldName={worldName}
      maxCharge={extension.maxCharge ?? null}
      event={{ eventId, isOrganiser }}
    />
  )
}
