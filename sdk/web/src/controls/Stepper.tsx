// The steps of a wizard. Completed steps are buttons if `onStep` is given. On phones only the current step has a name.
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { Icon } from '../ui/Icon'
import { controlTexts } from './messages'

export interface Step<Id extends string = string> {
  id: Id
  text: string
}

interface StepperProps<Id extends string> {
  steps: readonly Step<Id>[]
  current: Id
  /** Goes back to a completed step. */
  onStep?: (id: Id) => void
  /** The accessible name; "Steps" by default. */
  label?: string
}

export function Stepper<Id extends string>({ steps, current, onStep, label }: StepperProps<Id>) {
  const t = usePartText(controlTexts)
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  )
  return (
    <nav className="wv-steps" aria-label={label ?? t('steps')}>
      <p className="wv-steps-short" aria-hidden="true">
        <small>{t('stepOf', { step: at + 1, count: steps.length })}</small>
        <strong>{steps[at]?.text}</strong>
      </p>
      <ol>
        {steps.map((step, index) => {
          const done = index < at
          const body = (
            <>
              <span className="wv-step-mark" aria-hidden="true">
                {done ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span className="wv-step-text">{step.text}</span>
              {done && <span className="wv-visually-hidden">{t('stepDone')}</span>}
            </>
          )
          return (
            <li
              key={step.id}
              className={classes('wv-step', done && 'is-done')}
              aria-current={index === at ? 'step' : undefined}
            >
              {done && onStep ? (
                <button type="button" onClick={() => onStep(step.id)}>
                  {body}
                </button>
              ) : (
                <span>{body}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
