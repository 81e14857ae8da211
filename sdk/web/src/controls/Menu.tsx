// A menu of actions and choices below a button. It is not modal: Radix's modal menu locks scrolling with an injected
// <style>, which the page's CSP blocks.
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { usePluginId } from '../host/context'
import { classes } from '../ui/classes'
import { Icon, type IconName } from '../ui/Icon'

interface Entry {
  id: string
  text: string
  icon?: IconName
  /** A second line, such as the reason of a disabled item. */
  note?: string
  disabled?: boolean
}

/** An action, or a link if it has `to`. */
export interface MenuItem extends Entry {
  to?: string
  onSelect?: () => void
  /** `danger` for actions that cannot be undone. */
  tone?: 'plain' | 'danger'
}

/** A group of options of which one is selected. */
export interface MenuChoice {
  id: string
  heading: string
  value: string
  onValue: (value: string) => void
  options: readonly Entry[]
}

/** `line` separates groups. */
export type MenuEntry = MenuItem | MenuChoice | 'line'

interface MenuProps {
  /** The accessible name of the menu. */
  label: string
  /** The button that opens the menu. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end'
}

export function Menu({ label, trigger, entries, align = 'start' }: MenuProps) {
  const plugin = usePluginId()
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="wv-menu"
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(plugin && { 'data-plugin': plugin })}
        >
          {entries.map((entry, index) => {
            // Lines have no identity of their own.
            if (entry === 'line') return <Radix.Separator key={`line-${index}`} className="wv-menu-line" />
            if ('options' in entry) return <Choice key={entry.id} choice={entry} />
            return <Item key={entry.id} item={entry} />
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  const { to, onSelect, tone, disabled } = item
  const content = <EntryBody entry={item} />
  return (
    <Radix.Item
      className={classes('wv-menu-item', tone === 'danger' && 'is-danger')}
      disabled={disabled ?? false}
      {...(onSelect && { onSelect })}
      asChild={to !== undefined && !disabled}
    >
      {to !== undefined && !disabled ? <Link to={to}>{content}</Link> : content}
    </Radix.Item>
  )
}

function Choice({ choice }: { choice: MenuChoice }) {
  return (
    <Radix.Group>
      <Radix.Label className="wv-menu-heading">{choice.heading}</Radix.Label>
      <Radix.RadioGroup value={choice.value} onValueChange={choice.onValue}>
        {choice.options.map((option) => (
          <Radix.RadioItem
            key={option.id}
            value={option.id}
            disabled={option.disabled ?? false}
            className="wv-menu-item"
          >
            <EntryBody entry={option}>
              <Radix.ItemIndicator className="wv-menu-mark">
                <Icon name="check" size={18} />
              </Radix.ItemIndicator>
            </EntryBody>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Group>
  )
}

function EntryBody({ entry, children }: { entry: Entry; children?: ReactNode }) {
  return (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <span className="wv-menu-text">
        {entry.text}
        {entry.note && <small>{entry.note}</small>}
      </span>
      {children}
    </>
  )
}
