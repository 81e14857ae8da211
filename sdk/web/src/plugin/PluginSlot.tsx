// A place of a plugin's page that other plugins fill, such as `home.section`. The shell renders their pages.
import { useHost } from '../host/context'

interface PluginSlotProps {
  /** The name of the slot, as in the manifests of the plugins that fill it. */
  at: string
  /** Passed to the pages as `data`. */
  data?: unknown
}

/** Shows nothing if no plugin fills the slot, and in place of a page that is loading or has failed. */
export function PluginSlot({ at, data = null }: PluginSlotProps) {
  const { Slot } = useHost()
  return <Slot at={at} data={data} />
}
