// The slot `event.form`: the plugins of a world that an event can be held with, and the form of the chosen one. The platform draws
// the form; no code of the plugin runs here.
import {
  ErrorMessage,
  type EventFormSlotData,
  Select,
  type SlotProps,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useEffect, useEffectEvent } from 'react'
import { useExtensions } from '../api/installs'
import { eventKinds, filled, formError } from '../forms/event-form'
import { SettingInput } from '../forms/SettingInput'

export default function EventForm({ data }: SlotProps) {
  const { worldName, value, onValue, showErrors } = data as EventFormSlotData
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(worldName)
  const kinds = eventKinds(found.data?.items ?? [])
  const chosen = kinds.find(({ install }) => install === value?.install)
  // The block was changed to one in another world, or the plugin was uninstalled.
  const isGone = found.isSuccess && value !== null && !chosen
  const drop = useEffectEvent(() => onValue(null))
  useEffect(() => {
    if (isGone) drop()
  }, [isGone])
  if (found.isError) return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  if (kinds.length === 0) return null
  return (
    <div className="ex-form">
      <Select
        label={t('event.activity')}
        name="activity"
        value={chosen?.install ?? ''}
        onValue={(install) => {
          const kind = kinds.find((one) => one.install === install)
          onValue(kind ? filled(kind, null) : null)
        }}
        options={[
          { value: '', text: t('event.none') },
          ...kinds.map(({ install, title }) => ({ value: install, text: title[language] })),
        ]}
        hint={t('event.hint')}
      />
      {chosen?.form.map((field) => {
        const text = value?.texts[field.key] ?? ''
        const error = showErrors ? formError(field, text) : null
        return (
          <SettingInput
            key={field.key}
            setting={field}
            field={{
              name: `form.${field.key}`,
              value: text,
              onValue: (next) => onValue(filled(chosen, { ...value?.texts, [field.key]: next })),
            }}
            error={
              error === null
                ? undefined
                : t(`event.${error}`, {
                    count: field.minLength ?? 0,
                    minimum: field.minimum ?? 0,
                    maximum: field.maximum ?? 0,
                  })
            }
          />
        )
      })}
    </div>
  )
}
