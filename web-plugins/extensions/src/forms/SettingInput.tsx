// One field of a form that a plugin declares: a switch, a number, a text or a choice.
import { Checkbox, Select, TextArea, TextInput, useLanguage, useText } from '@witverse/sdk'
import type { Setting } from '../api/types'

interface InputProps {
  setting: Setting
  field: { name: string; value: string; onValue: (value: string) => void; onBlur?: () => void }
  error: string | undefined
}

export function SettingInput({ setting, field, error }: InputProps) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const label = setting.title[language]
  const hint = setting.hint?.[language]
  const { name, value, onValue } = field
  switch (setting.kind) {
    case 'switch':
      return (
        <Checkbox
          label={label}
          hint={hint}
          error={error}
          name={name}
          checked={value === 'true'}
          onChecked={(on) => onValue(String(on))}
        />
      )
    case 'choice': {
      const options = setting.options.map((option) => ({ value: option.value, text: option[language] }))
      return (
        <Select
          label={label}
          hint={hint}
          error={error}
          name={name}
          value={value}
          onValue={onValue}
          options={options}
        />
      )
    }
    case 'number': {
      const range = t('settings.range', { minimum: setting.minimum ?? 0, maximum: setting.maximum ?? 0 })
      return (
        <TextInput
          {...field}
          label={label}
          hint={hint ? `${hint} ${range}` : range}
          error={error}
          inputMode="numeric"
          autoComplete="off"
        />
      )
    }
    default: {
      const maxLength = setting.maxLength ?? 0
      return maxLength > 100 ? (
        <TextArea {...field} label={label} hint={hint} error={error} maxLength={maxLength} />
      ) : (
        <TextInput
          {...field}
          label={label}
          hint={hint}
          error={error}
          maxLength={maxLength}
          autoComplete="off"
        />
      )
    }
  }
}
