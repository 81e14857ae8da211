// Tabs that are links, with an optional count.
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

export interface TabLink {
  id: string
  to: string
  text: string
  icon?: IconName
  /** Not shown if 0. */
  count?: number | undefined
  /** The meaning of the count, for screen readers. */
  countText?: string
}

interface TabLinksProps {
  label: string
  tabs: TabLink[]
  current: string
  className?: string
  /** Further links with the class `wv-tab`, for example of a slot. */
  children?: ReactNode
}

export function TabLinks({ label, tabs, current, className, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null)
  // Scrolls the current tab into view if the row scrolls, without scrolling the page.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - 20
  }, [current])
  return (
    <nav className={classes('wv-tabs', className)} aria-label={label} ref={row}>
      {tabs.map(({ id, to, text, icon, count = 0, countText }) => (
        <Link
          key={id}
          to={to}
          className="wv-tab"
          data-tab={id}
          aria-current={id === current ? 'page' : undefined}
          preventScrollReset
        >
          {icon && <Icon name={icon} />} {text}
          {count > 0 && (
            <>
              <span className="wv-count" aria-hidden="true">
                {formatBadge(count)}
              </span>
              <span className="wv-visually-hidden">{countText ?? count}</span>
            </>
          )}
        </Link>
      ))}
      {children}
    </nav>
  )
}

/** `7`, `99+`. */
export const formatBadge = (count: number): string => (count > 99 ? '99+' : String(count))
