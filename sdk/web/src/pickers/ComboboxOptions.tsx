// The open list of a combobox. The number of options is announced while typing.
import type { UseComboboxReturnValue } from 'downshift'
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { Icon } from '../ui/Icon'
import { pickerTexts } from './messages'
import type { ComboboxOption } from './options'

interface ComboboxOptionsProps {
  box: UseComboboxReturnValue<ComboboxOption>
  menuProps: ReturnType<UseComboboxReturnValue<ComboboxOption>['getMenuProps']>
  options: readonly ComboboxOption[]
  typed: string
  searching: boolean
}

export function ComboboxOptions({ box, menuProps, options, typed, searching }: ComboboxOptionsProps) {
  const t = usePartText(pickerTexts)
  const none = typed === '' ? t('noOptions') : t('noMatch', { text: typed })
  const status = searching
    ? t('searching')
    : options.length === 0
      ? none
      : t('found', { count: options.length })
  const quiet = options.length > 0 && !searching
  return (
    <>
      <ul {...menuProps} aria-labelledby={undefined}>
        {options.map((option, index) => (
          <li
            key={option.id}
            {...box.getItemProps({ item: option, index })}
            className={classes('wv-menu-item', index === box.highlightedIndex && 'is-highlighted')}
            data-disabled={option.disabled || undefined}
          >
            {option.lead}
            <span className="wv-menu-text">
              {option.text}
              {option.note && <small>{option.note}</small>}
            </span>
            {option.id === box.selectedItem?.id && (
              <span className="wv-menu-mark">
                <Icon name="check" size={18} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={quiet ? 'wv-visually-hidden' : 'wv-combobox-note'} role="status">
        {status}
      </p>
    </>
  )
}
