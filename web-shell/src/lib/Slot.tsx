// A place in the shell that plugins fill, such as the body of the select-world modal.
import type { SlotProps } from '@witverse/sdk'
import { type Frames, PluginPage } from './PluginPage'
import { usePlugins } from './plugins-context'

interface SlotPlace extends Omit<SlotProps, 'data'> {
  at: string
  data?: unknown
  /** Replaces the default loading and error screens. */
  frames?: Frames
}

export function Slot({ at, close, data = null, frames }: SlotPlace) {
  const plugins = usePlugins()
  return plugins.list.flatMap((plugin) =>
    plugin.slots
      .filter((candidate) => candidate.at === at)
      .map(({ page }) => (
        <PluginPage
          key={`${plugin.id}/${page}`}
          plugins={plugins}
          plugin={plugin}
          page={page}
          slot={{ close, data }}
          {...(frames && { frames })}
        />
      )),
  )
}

/** Frames that show nothing, for optional content. */
export const ASIDE: Frames = { Waiting: () => null, Down: () => null }
