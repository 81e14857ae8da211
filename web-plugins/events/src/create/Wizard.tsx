// The steps of a new event.
import {
  ApiError,
  Button,
  describeError,
  Notice,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { Stepper, useSteps } from '@witverse/sdk/controls'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { useEventActions } from '../api/events'
import { useEventPath } from '../parts/base'
import { BasicsStep } from './BasicsStep'
import { bodyOf, type Draft, keepDraft, missing, NEW_DRAFT, STEPS } from './draft'
import { EntryStep } from './EntryStep'
import { PlaceStep } from './PlaceStep'
import { PreviewStep } from './PreviewStep'

interface WizardProps {
  initial: Draft
  /** Where the draft is kept. */
  slot: string
}

export function Wizard({ initial, slot }: WizardProps) {
  const t = useText('events')
  const toast = useToast()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const base = useEventPath()
  const { create } = useEventActions()
  const [draft, setDraft] = useState(initial)
  const [hasTried, setTried] = useState(false)
  const [problem, setProblem] = useState('')
  const steps = useSteps(STEPS.map((id) => ({ id, text: t(`steps.${id}`) })))
  useEffect(() => keepDraft(slot, draft), [slot, draft])
  const lacking = missing(draft, steps.current)
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const errorOf = (field: string) => (hasTried && lacking.includes(field) ? t('required') : undefined)
  const { pending, run } = useAction(async () => {
    setProblem('')
    try {
      const event = await create(bodyOf(draft))
      keepDraft(slot, null)
      toast(t(event.phase === 'requested' ? 'create.requested' : 'create.created'), 'good')
      void navigate(`${base}/${event.eventId}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(describeError(error, language))
    }
  })

  function goOn() {
    setTried(lacking.length > 0)
    if (lacking.length > 0) return
    if (steps.isLast) void run()
    else steps.next()
  }

  const props = { draft, set, errorOf }
  return (
    <form
      className="wv-form ev-wizard"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        goOn()
      }}
    >
      <Stepper
        steps={STEPS.map((id) => ({ id, text: t(`steps.${id}`) }))}
        current={steps.current}
        onStep={steps.goTo}
      />
      {steps.current === 'basics' && <BasicsStep {...props} />}
      {steps.current === 'place' && <PlaceStep {...props} />}
      {steps.current === 'entry' && <EntryStep {...props} />}
      {steps.current === 'preview' && <PreviewStep draft={draft} />}
      {hasTried && lacking.length > 0 && (
        <Notice icon="warning" tone="bad" alert>
          {t('required')}
        </Notice>
      )}
      {problem !== '' && (
        <Notice icon="warning" tone="bad" alert>
          {problem}
        </Notice>
      )}
      <div className="wv-actions is-wide">
        {steps.isFirst ? (
          <Button variant="quiet" onClick={() => setDraft(NEW_DRAFT)}>
            {t('create.clear')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={steps.back}>
            {t('create.back')}
          </Button>
        )}
        <Button type="submit" pending={pending}>
          {t(steps.isLast ? 'create.submit' : 'create.next')}
        </Button>
      </div>
    </form>
  )
}
