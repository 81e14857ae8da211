// The settings of a plugin: a form that is drawn from the settings that its package declares.
import {
  Button,
  Checkbox,
  Modal,
  Notice,
  Select,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useManagePlugins } from '../api/installs'
import type { Install, Setting } from '../api/types'
import { changed, draftOf, fieldOf, rangeError } from './settings'

interface Props {
  worldId: string
  install: Install
  onClose: () => void
}

export function SettingsDialog({ worldId, install, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const { change } = useManagePlugins(worldId)
  const { settings } = install
  const text = useFormText('extensions')
  const form = useForm<Record<string, string>>({
    initial: draftOf(settings),
    validate: (values) => {
      const wrong = settings.filter((setting) => rangeError(setting, values[fieldOf(setting)] ?? ''))
      return Object.fromEntries(
        wrong.map(({ key, minimum, maximum }) => [
          `settings.${key}`,
          {
            ko: `${minimum}~${maximum} 사이의 정수를 입력해 주세요.`,
            en: `Enter a whole number from ${minimum} to ${maximum}.`,
          },
        ]),
      )
    },
    submit: async (values) => {
      await change(install.id, { settings: changed(settings, values) })
      toast(t('settings.saved'), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      closeOnOutside={false}
      closeOnEscape
      title={t('settings.title', { name: install.name[language] })}
      description={t('settings.text')}
    >
      <form ref={form.form} className="wv-form" onSubmit={form.onSubmit} noValidate>
        {form.errors.form && (
          <div role="alert">
            <Notice icon="warning">{text(form.errors.form)}</Notice>
          </div>
        )}
        {settings.map((setting) => (
          <SettingInput
            key={setting.key}
            setting={setting}
            field={form.field(fieldOf(setting))}
            error={text(form.errors[fieldOf(setting)])}
          />
        ))}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={form.pending}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface InputProps {
  setting: Setting
  field: { name: string; value: string; onValue: (value: string) => void; onBlur: () => void }
  error: string | undefined
}

function SettingInput({ setting, field, error }: InputProps) {
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
