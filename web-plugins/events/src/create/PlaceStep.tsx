// Where and when, and how many people.
import { Checkbox, type EventFormSlotData, PluginSlot, Select, TextInput, useText } from '@witverse/sdk'
import { DateTimeInput, todayInKorea } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { useBlock } from '../api/choices'
import { useDurationText } from '../parts/useDurationText'
import { BlockField } from './BlockField'
import { digits } from './draft'
import { FieldError } from './FieldError'
import { isDraw } from './problems'
import type { StepProps } from './step-props'

const DURATIONS = ['30', '60', '90', '120', '180', '1440', '4320', '10080']

export function PlaceStep(props: StepProps) {
  const { draft, set, errorOf } = props
  const t = useText('events')
  const durationText = useDurationText()
  const block = useBlock(draft.blockId)
  const [earliest] = useState(() => todayInKorea())
  return (
    <>
      <BlockField {...props} />
      {block.data && draft.type === 'meetup' && (
        <>
          <PluginSlot
            at="event.form"
            data={
              {
                worldName: block.data.worldName,
                value: draft.plugin,
                onValue: (plugin) => set({ plugin }),
                showErrors: errorOf('plugin') !== undefined,
              } satisfies EventFormSlotData
            }
          />
          <FieldError text={errorOf('plugin')} />
        </>
      )}
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
          text: durationText(Number(value)),
        }))}
        error={errorOf('duration')}
      />
      {!isDraw(draft) && <Limit {...props} />}
    </>
  )
}

/** How many people can take part. For a draw it is a field of the step `entry`. */
function Limit({ draft, set, errorOf }: StepProps) {
  const t = useText('events')
  return (
    <>
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
