// The page of an installed plugin in a place of the platform: its frame, and who made it.
import { useText } from '@witverse/sdk'
import { frameAddress } from '../api/installs'
import type { FrameContext, FrameSlot } from './bridge'
import { PluginFrame } from './PluginFrame'

interface Props {
  at: FrameSlot
  install: string
  /** `publisher.name`. */
  plugin: string
  title: string
  file: string
  frameHost: string
  worldName: string
  maxCharge: number | null
  /** The event whose page contains the frame. */
  event?: FrameContext['event']
}

export function SlotFrame(props: Props) {
  const { at, install, plugin, title, file, frameHost, worldName, maxCharge, event } = props
  const t = useText('extensions')
  const [publisher] = plugin.split('.')
  return (
    <section className="ex-slot" aria-label={title}>
      <PluginFrame
        key={`${install} ${event?.eventId ?? ''}`}
        src={frameAddress(install, frameHost, file)}
        install={install}
        name={title}
        worldName={worldName}
        page="/"
        slot={at}
        maxCharge={maxCharge}
        {...(event && { event })}
      />
      <p className="wv-note">{t('frame.by', { publisher })}</p>
    </section>
  )
}
