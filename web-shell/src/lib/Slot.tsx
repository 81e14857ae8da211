// A place in the shell that plugins fill, such as the body of the select-world modal.
import { type IconName, iconNamed, type SlotProps, useLanguage } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { useAfterFirstScreen } from './after-first-screen'
import { type Frames, PluginPage } from './PluginPage'
import { usePlugins } from './plugins-context'

interface SlotPlace extends Omit<SlotProps, 'data'> {
  at: string
  data?: unknown
  /** Replaces the default loading and error screens. */
  frames?: Frames
}

/** The pages that plugins bring for a slot, in the order of the plugins' ids. */
export function useSlotPages(at: string) {
  const plugins = usePlugins()
  return plugins.list.flatMap((plugin) =>
    plugin.slots.filter((slot) => slot.at === at).map((slot) => ({ plugin, ...slot })),
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

/** Frames that show nothing, for optional content. */
export const ASIDE: Frames = { Waiting: () => null, Down: () => null }

/** Optional content of the layout: it is loaded after the first screen. */
export function AsideSlot({ at, close }: { at: string; close: () => void }) {
  return useAfterFirstScreen() && <Slot at={at} close={close} frames={ASIDE} />
}

/** A slot in a page of another plugin (`PluginSlot` of the SDK). */
export const PageSlot = ({ at, data }: { at: string; data: unknown }) => (
  <Slot at={at} data={data} close={ignoreClose} frames={ASIDE} />
)

interface SlotTab {
  id: string
  icon?: IconName
  text: string
  to: string
  /** Missing if the tab is a link to a page with its own address. */
  body?: ReactNode
}

/**
 * Tabs that plugins add to a screen, such as `admin.section`. The address is `<base>/<plugin>-<page>`, which cannot be the
 * address of another plugin's tab. A page that also has a route keeps its own address: its tab links there.
 */
export function useSlotTabs(at: string, base: string): SlotTab[] {
  const plugins = usePlugins()
  const { language } = useLanguage()
  return useSlotPages(at).map(({ plugin, page, title, icon }) => {
    const id = `${plugin.id}-${page}`
    const tab = { id, text: title[language], ...(icon && { icon: iconNamed(icon) }) }
    const route = plugin.routes.find((one) => one.page === page)
    if (route) return { ...tab, to: route.path }
    const slot = { close: ignoreClose, data: null }
    const body = <PluginPage plugins={plugins} plugin={plugin} page={page} slot={slot} />
    return { ...tab, to: `${base}/${id}`, body }
  })
}
