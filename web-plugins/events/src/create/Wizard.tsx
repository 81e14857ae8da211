// The steps of a new event.
import {
  ApiError,
  Button,
  Confirm,
  describeError,
  Notice,
  useAction,
  useLanguage,
  useNotEnoughWit,
  useText,
  useToast,
} from '@witverse/sdk'
import { Stepper, useSteps } from '@witverse/sdk/controls'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { useEventActions } from '../api/events'
import { useEventPath } from '../parts/base'
import { BasicsStep } from './BasicsStep'
import { bodyOf, type Draft, NEW_DRAFT, STEPS } from './draft'
import { keepDraft } from './drafts'
import { EntryStep } from './EntryStep'
import { PlaceStep } from './PlaceStep'
import { PreviewStep } from './PreviewStep'
import { refusedFields, withoutChanged } from './refusal'
import { useProblems } from './useProblems'

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
  const notEnough = useNotEnoughWit()
  const { create } = useEventActions()
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState('')
  const [isClearing, setClearing] = useState(false)
  const steps = useSteps(STEPS.map((id) => ({ id, text: t(`steps.${id}`) })))
  const problems = useProblems(draft, steps.current)
  useEffect(() => keepDraft(slot, draft), [slot, draft])
  const set = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    problems.setRefused((before) => withoutChanged(before, changes))
  }
  const { pending, run } = useAction(async () => {
    setProblem('')
    problems.setRefused({})
    const body = bodyOf(draft)
    try {
      const event = await create(body)
      keepDraft(slot, null)
      toast(t(event.phase === 'requested' ? 'create.requested' : 'create.created'), 'good')
      void navigate(`${base}/${event.eventId}`)
    } catch (error) {
      const prizes = body.prizes?.reduce((sum, prize) => sum + prize, 0) ?? 0
      if (notEnough.caught(error, prizes * 100)) return
      if (!(error instanceof ApiError)) throw error
      const step = problems.refuse(refusedFields(error))
      if (step === null) setProblem(describeError(error, language))
      else steps.goTo(step)
    }
  })

  /** The next step is read from its top. */
  function moveTo(move: () => void) {
    move()
    window.scrollTo({ top: 0 })
  }

  function goOn() {
    const wrong = problems.firstWrong(steps.current)
    if (wrong !== null) steps.goTo(wrong)
    else if (steps.isLast) void run()
    else moveTo(steps.next)
  }

  const props = { draft, set, errorOf: problems.errorOf }
  return (
    // The dialog is not inside of the form: React passes the dialog's submit event on to the form around it.
    <>
      <form
        ref={problems.form}
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
        {[problems.summary ?? '', problem]
          .filter((text) => text !== '')
          .map((text) => (
            <Notice key={text} icon="warning" tone="bad" alert>
              {text}
            </Notice>
          ))}
        <div className="wv-actions is-wide">
          {steps.isFirst ? (
            <Button variant="quiet" onClick={() => setClearing(true)}>
              {t('create.clear')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => moveTo(steps.back)}>
              {t('create.back')}
            </Button>
          )}
          <Button type="submit" pending={pending}>
            {t(steps.isLast ? 'create.submit' : 'create.next')}
          </Button>
        </div>
      </form>
      {isClearing && (
        <Confirm
          title={t('create.clear')}
          text={t('create.clearText')}
          action={t('create.clear')}
          tone="danger"
          onConfirm={async () => set(NEW_DRAFT)}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  )
}
