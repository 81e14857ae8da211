// A place in the shell that plugins fill, such as the body of the select-world modal.
import { type SlotProps, useLanguage } from '@witverse/sdk'
import { type Frames, PluginPage } from './PluginPage'
import { usePlugins } from './plugins-context'

interface SlotPlace extends Omit<SlotProps, 'data'> {
  at: string
  data?: unknown
  /** Replaces the default loading and error screens. */
  frames?: Frames
}

/** The pages that plugins bring for a slot. */
export function useSlotPages(at: string) {
  const plugins = usePlugins()
  return plugins.list.flatMap((plugin) =>
    plugin.slots.filter((slot) => slot.at === at).map(({ page, title }) => ({ plugin, page, title })),
  )
}

export function Slot({ at, close, data = null, frames }: SlotPlace) {
  const plugins = usePlugins()
  return useSlotPages(at).map(({ plugin, page }) => (
    <PluginPage
      key={`${plugin.id}/${page}`}
      plugins={plugins}
      plugin={plugin}
      page={page}
      slot={{ close, data }}
      {...(frames && { frames })}
    />
  ))
}

/** For slots that are not in a modal. */
export const ignoreClose = () => undefined

/**
 * Tabs that plugins add to a screen, such as `admin.section`. Their ids are `<plugin>-<page>`, so they cannot take the
 * address of another plugin's tab.
 */
export function useSlotTabs(at: string) {
  const plugins = usePlugins()
  const { language } = useLanguage()
  return useSlotPages(at).map(({ plugin, page, title }) => ({
    id: `${plugin.id}-${page}`,
    text: title[language],
    body: (
      <PluginPage plugins={plugins} plugin={plugin} page={page} slot={{ close: ignoreClose, data: null }} />
    ),
  }))
}

/** Frames that show nothing, for optional content. */
export const ASIDE: Frames = { Waiting: () => null, Down: () => null }
