// The pages of plugins beside the account button (slot `header.action`), such as the balance and the bell. The first plugin
// by id is next to the button. The place is as wide as at the last visit, so that nothing moves when the pages arrive.
import { onDevice } from '@witverse/sdk'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useAfterFirstScreen } from '../lib/after-first-screen'
import { PluginPage } from '../lib/PluginPage'
import { usePlugins } from '../lib/plugins-context'
import { ASIDE, ignoreClose, useSlotPages } from '../lib/Slot'

const WIDTH_KEY = 'witverse.headerActions'
const SLOT = { close: ignoreClose, data: null }

/** `ready` once the caller is known; until then only the place is reserved. */
export function HeaderActions({ ready }: { ready: boolean }) {
  const plugins = usePlugins()
  const pages = useSlotPages('header.action').toReversed()
  const show = useAfterFirstScreen() && ready
  const { content, reservedPx } = useReservedWidth(WIDTH_KEY)
  if (pages.length === 0) return null
  return (
    <div className="sh-actions" style={{ '--reserved': `${reservedPx}px` } as CSSProperties}>
      <div className="sh-actions-content" ref={content}>
        {pages.map(({ plugin, page }) => (
          <div key={`${plugin.id}/${page}`} className="sh-action">
            {show && <PluginPage plugins={plugins} plugin={plugin} page={page} slot={SLOT} frames={ASIDE} />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The width of an element at the last visit; stores it for the next. */
function useReservedWidth(key: string) {
  const content = useRef<HTMLDivElement>(null)
  const [reservedPx] = useState(() => Number(onDevice.getItem(key)) || 0)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const observer = new ResizeObserver(() => onDevice.setItem(key, String(element.offsetWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [key])
  return { content, reservedPx }
}
