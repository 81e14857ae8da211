// The settings of a plugin: a form that is drawn from the settings that its package declares.
import { Button, Modal, Notice, useForm, useFormText, useLanguage, useText, useToast } from '@witverse/sdk'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { SettingInput } from '../forms/SettingInput'
import { changed, draftOf, fieldOf, rangeError } from '../forms/settings'

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
