// Tabs that are links, with an optional count.
import type { ReactNode } from 'react'
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
  return (
    <nav className={classes('wv-tabs', className)} aria-label={label}>
      {tabs.map(({ id, to, text, icon, count = 0, countText }) => (
        <Link
          key={id}
          to={to}
          className="wv-tab"
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
