// A field that filters options while typing. The options are given at once, or searched by the page (`onSearch`).
// Downshift brings the keyboard and the ARIA attributes, Radix the place of the list.
import { Popover } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { usePluginId } from '../host/context'
import { usePartText } from '../text/usePartText'
import { Field } from '../ui/Field'
import { Icon } from '../ui/Icon'
import { ComboboxOptions } from './ComboboxOptions'
import { DownIcon } from './icons'
import { pickerTexts } from './messages'
import type { ComboboxOption } from './options'
import { useOptionBox } from './useOptionBox'

interface ComboboxProps {
  label: string
  name: string
  /** The selected option; null for none. */
  value: ComboboxOption | null
  onValue: (option: ComboboxOption | null) => void
  onBlur?: () => void
  options: readonly ComboboxOption[]
  /** Called with the typed text; then `options` are the results. Without it the options are filtered here. */
  onSearch?: (text: string) => void
  /** A search is running. */
  searching?: boolean
  placeholder?: string
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
}

export function Combobox({
  label,
  name,
  value,
  onValue,
  onBlur,
  options,
  onSearch,
  searching = false,
  placeholder,
  hint,
  error,
  disabled = false,
}: ComboboxProps) {
  const t = usePartText(pickerTexts)
  const anchor = useRef<HTMLSpanElement>(null)
  const { box, menuProps, shown, typed, clear } = useOptionBox({ label, value, onValue, options, onSearch })

  function clearAndFocus() {
    clear()
    anchor.current?.querySelector('input')?.focus()
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Popover.Root open={box.isOpen}>
          <Popover.Anchor asChild>
            <span className="wv-input wv-combobox" data-disabled={disabled || undefined} ref={anchor}>
              <span className="wv-input-lead">{value?.lead ?? <Icon name="search" size={18} />}</span>
              <input
                {...box.getInputProps({ ...ids, name, placeholder, disabled, onBlur, autoComplete: 'off' })}
                id={ids.id}
                aria-labelledby={undefined}
              />
              {value && !disabled && (
                <button
                  type="button"
                  className="wv-combobox-button"
                  aria-label={`${label}: ${t('clear')}`}
                  onClick={clearAndFocus}
                >
                  <Icon name="close" size={16} />
                </button>
              )}
              <button
                {...box.getToggleButtonProps({ disabled })}
                type="button"
                className="wv-combobox-button is-toggle"
                aria-label={`${label}: ${t('open')}`}
              >
                <DownIcon />
              </button>
            </span>
          </Popover.Anchor>
          <OptionPopover>
            <ComboboxOptions
              box={box}
              menuProps={menuProps}
              options={shown}
              typed={typed}
              searching={searching}
            />
          </OptionPopover>
        </Popover.Root>
      )}
    </Field>
  )
}

/** The place of the list. The focus stays in the field. */
function OptionPopover({ children }: { children: ReactNode }) {
  const plugin = usePluginId()
  return (
    <Popover.Portal>
      <Popover.Content
        className="wv-popover wv-combobox-list"
        role="presentation"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        {...(plugin && { 'data-plugin': plugin })}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  )
}
