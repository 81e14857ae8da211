// Where and when, and how many people.
import {
  Checkbox,
  type EventFormSlotData,
  Notice,
  PluginSlot,
  Select,
  TextInput,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { DateTimeInput } from '@witverse/sdk/pickers'
import { useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useBlocks } from '../api/events'
import { digits } from './draft'
import type { StepProps } from './step-props'

const DURATIONS = ['30', '60', '90', '120', '180', '1440', '4320', '10080']

export function PlaceStep({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const { worldName = '' } = useParams()
  const blocks = useBlocks(worldName)
  const [earliest] = useState(() => new Date().toISOString())
  const options = (blocks.data ?? []).map((block) => ({
    value: block.blockId,
    text: `${block.title[language]} · ${block.worldName}`,
  }))
  const chosen = blocks.data?.find(({ blockId }) => blockId === draft.blockId)
  const isKnown = options.some(({ value }) => value === draft.blockId)
  return (
    <>
      <Select
        label={t('create.block')}
        name="blockId"
        value={isKnown ? draft.blockId : ''}
        onValue={(blockId) => set({ blockId })}
        options={[{ value: '', text: t('create.chooseBlock') }, ...options]}
        hint={t(draft.type === 'challenge' ? 'create.gameBlock' : 'create.blockHint')}
        error={errorOf('blockId')}
      />
      {chosen && draft.type === 'meetup' && (
        <PluginSlot
          at="event.form"
          data={
            {
              worldName: chosen.worldName,
              value: draft.plugin,
              onValue: (plugin) => set({ plugin }),
              showErrors: errorOf('plugin') !== undefined,
            } satisfies EventFormSlotData
          }
        />
      )}
      {blocks.data?.length === 0 && <Notice icon="block">{t('create.noBlocks')}</Notice>}
      <DateTimeInput
        label={t('create.start')}
        name="startsAt"
        value={draft.startsAt}
        onValue={(startsAt) => set({ startsAt })}
        earliest={earliest}
        hint={t('create.startHint')}
        error={errorOf('startsAt')}
      />
      <Select
        label={t('create.duration')}
        name="duration"
        value={draft.duration}
        onValue={(duration) => set({ duration })}
        options={[...new Set([...DURATIONS, draft.duration])].map((value) => ({
          value,
          text: t('facts.minutes', { count: Number(value) }),
        }))}
      />
      <Checkbox
        name="hasLimit"
        label={t('create.limit')}
        checked={draft.hasLimit}
        onChecked={(hasLimit) => set({ hasLimit })}
      />
      {draft.hasLimit && (
        <TextInput
          name="maxPeople"
          label={t('create.maxPeople')}
          inputMode="numeric"
          value={draft.maxPeople}
          onValue={(text) => set({ maxPeople: digits(text) })}
          error={errorOf('maxPeople')}
        />
      )}
    </>
  )
}
