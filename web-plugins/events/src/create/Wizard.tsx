// The steps of a new event.
import { Button, Confirm, Notice, useNotEnoughWit, useText, useToast } from '@witverse/sdk'
import { Stepper, useSteps } from '@witverse/sdk/controls'
import { Form, SubmitButton } from '@witverse/sdk/forms'
import { useNavigate } from '@witverse/sdk/router'
import { useState } from 'react'
import { useEventActions } from '../api/events'
import { useEventPath } from '../parts/base'
import { BasicsStep } from './BasicsStep'
import { bodyOf, type Draft, NEW_DRAFT, STEPS } from './draft'
import { keepDraft } from './drafts'
import { EntryStep } from './EntryStep'
import { PlaceStep } from './PlaceStep'
import { PreviewStep } from './PreviewStep'
import { useDraftForm } from './useDraftForm'

interface WizardProps {
  initial: Draft
  /** Where the draft is kept. */
  slot: string
}

export function Wizard({ initial, slot }: WizardProps) {
  const t = useText('events')
  const toast = useToast()
  const navigate = useNavigate()
  const base = useEventPath()
  const notEnough = useNotEnoughWit()
  const { create } = useEventActions()
  const [isClearing, setClearing] = useState(false)
  const steps = useSteps(STEPS.map((id) => ({ id, text: t(`steps.${id}`) })))
  const { form, draft, set, summary } = useDraftForm({
    initial,
    slot,
    step: steps.current,
    goTo: steps.goTo,
    submit: async (draft) => {
      if (!steps.isLast) return moveTo(steps.next)
      const body = bodyOf(draft)
      try {
        const event = await create(body)
        keepDraft(slot, null)
        toast(t(event.phase === 'requested' ? 'create.requested' : 'create.created'), 'good')
        void navigate(`${base}/${event.eventId}`)
      } catch (error) {
        const prizes = body.prizes?.reduce((sum, prize) => sum + prize, 0) ?? 0
        if (!notEnough.caught(error, prizes * 100)) throw error
      }
    },
  })

  /** The next step is read from its top. */
  function moveTo(move: () => void) {
    move()
    window.scrollTo({ top: 0 })
  }

  const props = { draft, set, errorOf: form.errorOf }
  return (
    <>
      <Form form={form} className="ev-wizard">
        <Stepper
          steps={STEPS.map((id) => ({ id, text: t(`steps.${id}`) }))}
          current={steps.current}
          onStep={steps.goTo}
        />
        {steps.current === 'basics' && <BasicsStep {...props} />}
        {steps.current === 'place' && <PlaceStep {...props} />}
        {steps.current === 'entry' && <EntryStep {...props} />}
        {steps.current === 'preview' && <PreviewStep draft={draft} />}
        {[summary, form.error].map(
          (text) =>
            text !== undefined && (
              <Notice key={text} icon="warning" tone="bad" alert>
                {text}
              </Notice>
            ),
        )}
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
          <SubmitButton form={form}>{t(steps.isLast ? 'create.submit' : 'create.next')}</SubmitButton>
        </div>
      </Form>
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
