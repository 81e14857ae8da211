// A place in the shell that plugins fill, such as the body of the select-world modal.
import type { SlotProps } from '@witverse/sdk'
import { type Frames, PluginPage } from './PluginPage'
import { usePlugins } from './plugins-context'

interface SlotPlace extends Omit<SlotProps, 'data'> {
  at: string
  data?: unknown
  /** What stands there while it comes, and where it cannot be had; else what a page shows. */
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

/** For what is beside the page: nothing while it comes, and nothing where it cannot be had. */
export const ASIDE: Frames = { Waiting: () => null, Down: () => null }
