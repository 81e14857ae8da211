// Tabs inside of a page. Tabs with addresses of their own are links: use `TabLinks`.
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes'
import { Icon, type IconName } from '../ui/Icon'
import { formatBadge } from '../ui/TabLinks'

export interface Tab<Id extends string = string> {
  id: Id
  text: string
  icon?: IconName
  /** Not shown if 0. */
  count?: number
  /** The meaning of the count, for screen readers. */
  countText?: string
  disabled?: boolean
  content: ReactNode
}

interface TabsProps<Id extends string> {
  /** The accessible name of the row of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  /** The selected tab. Without it, the component keeps the selection, starting with the first tab. */
  value?: Id
  onValue?: (id: Id) => void
  className?: string
}

export function Tabs<Id extends string>({ label, tabs, value, onValue, className }: TabsProps<Id>) {
  const selected = value === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value }
  return (
    <Radix.Root
      {...selected}
      className={classes('wv-tabset', className)}
      onValueChange={(id) => onValue?.(id as Id)}
    >
      <Radix.List className="wv-tabset-row" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} disabled={tab.disabled ?? false} className="wv-tab">
            {tab.icon && <Icon name={tab.icon} />} {tab.text}
            {tab.count ? <Count count={tab.count} text={tab.countText} /> : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="wv-tabset-content">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function Count({ count, text }: { count: number; text: string | undefined }) {
  return (
    <>
      <span className="wv-count" aria-hidden="true">
        {formatBadge(count)}
      </span>
      <span className="wv-visually-hidden">{text ?? count}</span>
    </>
  )
}
