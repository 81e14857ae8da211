// The card over the room of the tutorial: what to do next, by the means that the person has.
import { Button, Icon, usePartText } from '@witverse/sdk'
import { STEPS, type Step } from './steps'
import { tutorialTexts } from './texts'

type Means = 'keys' | 'touch' | 'map' | 'pad'

function meansOf(is3d: boolean): Means {
  if (!is3d) return 'map'
  if (navigator.getGamepads?.().some((pad) => pad?.connected && pad.mapping === 'standard')) return 'pad'
  return matchMedia('(pointer: coarse)').matches ? 'touch' : 'keys'
}

interface CoachProps {
  step: Step
  is3d: boolean
  onSkipStep: () => void
  onSkip: () => void
}

export function Coach({ step, is3d, onSkipStep, onSkip }: CoachProps) {
  const t = usePartText(tutorialTexts)
  const means = meansOf(is3d)
  const at = STEPS.indexOf(step)
  return (
    <section className="bl-coach" aria-label={t('title')}>
      <ol className="bl-coach-steps" aria-hidden="true">
        {STEPS.map((one, index) => (
          <li key={one} className={index < at ? 'is-done' : index === at ? 'is-now' : undefined}>
            {index < at && <Icon name="check" size={12} />}
          </li>
        ))}
      </ol>
      <div role="status">
        <p className="bl-coach-count">{t('step', { at: at + 1, count: STEPS.length })}</p>
        <h2>{t(`${step}.title`)}</h2>
        <p>{t(`${step}.${means}`)}</p>
      </div>
      <div className="bl-coach-actions">
        <Button size="small" variant="secondary" onClick={onSkipStep}>
          {t('skipStep')}
        </Button>
        <Button size="small" variant="quiet" onClick={onSkip}>
          {t('skip')}
        </Button>
      </div>
    </section>
  )
}
