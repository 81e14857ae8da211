// The slot `event.page`: the installed plugin that an event is held with, in a frame. The event stays after the plugin has gone.
import { type EventPageSlotData, Notice, type SlotProps, useLanguage, useText } from '@witverse/sdk'
import { frameAddress, useExtensions } from '../api/installs'
import { PluginFrame } from '../frame/PluginFrame'

export default function EventPage({ data }: SlotProps) {
  const { eventId, worldName, installId, name, isOrganiser } = data as EventPageSlotData
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(worldName)
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
  const [publisher] = extension.plugin.split('.')
  return (
    <section className="ex-event" aria-label={kind.title[language]}>
      <PluginFrame
        key={`${extension.id} ${eventId}`}
        src={frameAddress(extension.id, found.data.frameHost, kind.file)}
        install={extension.id}
        name={kind.title[language]}
        worldName={worldName}
        page="/"
        event={{ eventId, isOrganiser }}
        maxCharge={extension.maxCharge ?? null}
      />
      <p className="ex-quiet">{t('frame.by', { publisher })}</p>
    </section>
  )
}
