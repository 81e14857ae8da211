// The state of a combobox: the typed text, the options that match it, and downshift's keyboard and ARIA attributes.
import { useCombobox } from 'downshift'
import { useState } from 'react'
import { type ComboboxOption, filterOptions } from './options'

interface OptionBox {
  label: string
  value: ComboboxOption | null
  onValue: (option: ComboboxOption | null) => void
  options: readonly ComboboxOption[]
  onSearch: ((text: string) => void) | undefined
}

const textOf = (option: ComboboxOption | null) => option?.text ?? ''

export function useOptionBox({ label, value, onValue, options, onSearch }: OptionBox) {
  const [typed, setTyped] = useState(textOf(value))
  const shown = onSearch || typed === textOf(value) ? [...options] : filterOptions(options, typed)
  const box = useCombobox<ComboboxOption>({
    items: shown,
    inputValue: typed,
    selectedItem: value,
    itemToString: textOf,
    itemToKey: (option) => option?.id,
    isItemDisabled: (option) => option.disabled ?? false,
    onInputValueChange: ({ inputValue = '', type }) => {
      setTyped(inputValue)
      if (type !== useCombobox.stateChangeTypes.InputChange) return
      onSearch?.(inputValue)
      if (inputValue === '') onValue(null)
    },
    onSelectedItemChange: ({ selectedItem }) => onValue(selectedItem ?? null),
    stateReducer: (_state, { type, changes }) =>
      // A text that selects nothing is replaced by the selected option's.
      type === useCombobox.stateChangeTypes.InputBlur
        ? { ...changes, inputValue: textOf(changes.selectedItem ?? value) }
        : changes,
  })
  // Downshift expects this call in each render; the list is in the document only while it is open.
  const menuProps = box.getMenuProps({ 'aria-label': label }, { suppressRefError: true })

  function clear() {
    setTyped('')
    onValue(null)
    onSearch?.('')
  }

  return { box, menuProps, shown, typed, clear }
}
