// A place in the shell that plugins fill, such as the body of the select-world modal.
import type { SlotProps } from '@witverse/sdk'
import { PluginPage } from './PluginPage'
import { usePlugins } from './plugins-context'

export function Slot({ at, ...slot }: SlotProps & { at: string }) {
  const plugins = usePlugins()
  return plugins.list.flatMap((plugin) =>
    plugin.slots
      .filter((candidate) => candidate.at === at)
      .map(({ page }) => (
        <PluginPage key={`${plugin.id}/${page}`} plugins={plugins} plugin={plugin} page={page} slot={slot} />
      )),
  )
}
