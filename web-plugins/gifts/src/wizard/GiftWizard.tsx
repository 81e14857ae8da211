// The gift wizard: type, friend, gift, completion. Opened with `useModal().open('gift-wizard', …)`.
import {
  Button,
  type GiftWizardData,
  Icon,
  Modal,
  type SlotProps,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Parcel } from '../parts/Parcel'
import { STEPS, type Step, stepBefore, useWizard } from './state'
import { CompleteStep } from './steps/CompleteStep'
import { FriendStep } from './steps/FriendStep'
import { GiftStep } from './steps/GiftStep'
import { SelectStep } from './steps/SelectStep'

const BODIES: Record<Step, ComponentType<{ close: () => void }>> = {
  SELECT: SelectStep,
  CHOOSE_FRIEND: FriendStep,
  CHOOSE_GIFT: GiftStep,
  COMPLETE: CompleteStep,
}

export default function GiftWizard({ data, close }: SlotProps) {
  const t = useText('gifts')
  const { status, user } = useCaller()
  const modal = useModal()
  if (!user?.hasNickname) {
    const next = user ? 'nickname' : 'sign-in'
    return (
      <Modal open onClose={close} title={t('wizard.title')} description={t(`wizard.first.${next}`)}>
        <Button wide disabled={status === 'loading'} onClick={() => modal.open(next)}>
          {t(`wizard.to.${next}`)}
        </Button>
      </Modal>
    )
  }
  return <Steps key={user.id} data={data as GiftWizardData | null} by={user.id} close={close} />
}

interface StepsProps {
  data: GiftWizardData | null
  by: string
  close: () => void
}

function Steps({ data, by, close }: StepsProps) {
  const t = useText('gifts')
  const started = useStarted(data, by)
  const step = useWizard((state) => state.step)
  if (!started) return null
  const Body = BODIES[step]
  const complete = step === 'COMPLETE'
  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={step === 'SELECT' || complete}
      title={t(`wizard.titles.${step}`)}
      {...(complete && { art: <Parcel state="sent" /> })}
    >
      {!complete && <Progress step={step} />}
      <StepFrame key={step}>
        <Body close={close} />
      </StepFrame>
    </Modal>
  )
}

/** Applies the data that the wizard was opened with once; later renders do not reset choices. */
function useStarted(data: GiftWizardData | null, by: string): boolean {
  const begin = useWizard((state) => state.begin)
  const [started, setStarted] = useState(false)
  const opened = useRef<{ data: GiftWizardData | null } | null>({ data })
  useEffect(() => {
    // Effects run twice in development; a saved gift must be resumed only once.
    if (opened.current) begin(opened.current.data, by)
    opened.current = null
    setStarted(true)
  }, [begin, by])
  return started
}

function Progress({ step }: { step: Step }) {
  const t = useText('gifts')
  const wizard = useWizard()
  const before = stepBefore(wizard)
  const at = STEPS.indexOf(step)
  return (
    <div className="gf-progress">
      {before && (
        <button type="button" className="gf-link" onClick={() => wizard.go(before)}>
          <Icon name="left" size={16} /> {t('wizard.back')}
        </button>
      )}
      <p className="wv-visually-hidden" aria-live="polite">
        {t('wizard.step', { at: at + 1, of: STEPS.length })}: {t(`wizard.titles.${step}`)}
      </p>
      <span className="gf-dots" aria-hidden="true">
        {STEPS.map((one, index) => (
          <span key={one} data-on={index <= at || undefined} />
        ))}
      </span>
    </div>
  )
}

/** Shows a new step from its top; moves the focus to it if the focused element was removed. */
function StepFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true })
    if (element?.parentElement) element.parentElement.scrollTop = 0
  }, [])
  return (
    <div ref={frame} tabIndex={-1} className="gf-step">
      {children}
    </div>
  )
}
