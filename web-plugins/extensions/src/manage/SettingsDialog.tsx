// The settings of a plugin: a form that is drawn from the settings that its package declares.
import { useLanguage, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { SettingInput } from '../forms/SettingInput'
import { changed, draftOf, rangeError } from '../forms/settings'

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
  const numbers = settings.map((setting) => {
    const { key, minimum = 0, maximum = 0 } = setting
    const wrong = t('settings.outOfRange', { minimum, maximum })
    return [key, z.string().check(z.refine((typed) => !rangeError(setting, typed), wrong))] as const
  })
  const form = useZodForm({
    texts: 'extensions',
    schema: z.object({ settings: z.object(Object.fromEntries(numbers)) }),
    initial: { settings: draftOf(settings) },
    submit: async (values) => {
      await change(install.id, { settings: changed(settings, values.settings) })
      toast(t('settings.saved'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      size="wide"
      title={t('settings.title', { name: install.name[language] })}
      text={t('settings.text')}
      action={t('settings.save')}
      onClose={onClose}
    >
      {settings.map((setting) => (
        <FormField key={setting.key} form={form} name={`settings.${setting.key}`}>
          {({ error, ...field }) => <SettingInput setting={setting} field={field} error={error} />}
        </FormField>
      ))}
    </FormDialog>
  )
}
