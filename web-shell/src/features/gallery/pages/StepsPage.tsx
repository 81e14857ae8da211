import { Button, useText } from '@witverse/sdk'
import { Stepper, useSteps } from '@witverse/sdk/controls'
import { Demo } from '../Demo'

export function StepsPage() {
  const t = useText('shell-gallery')
  const steps = (['select', 'friend', 'gift', 'complete'] as const).map((id) => ({
    id,
    text: t(`steps.${id}`),
  }))
  const { current, isFirst, isLast, back, next, goTo } = useSteps(steps)
  const long = steps.map((step, index) => (index === 1 ? { ...step, text: t('common.longLabel') } : step))
  return (
    <>
      <Demo title={t('states.normal')}>
        <Stepper steps={steps} current={current} onStep={goTo} label={t('steps.label')} />
        <p className="gy-output">{t('tabs.content', { name: t(`steps.${current}`) })}</p>
        <div className="wv-actions">
          <Button variant="secondary" disabled={isFirst} onClick={back}>
            {t('steps.back')}
          </Button>
          {isLast ? (
            <Button onClick={() => goTo('select')}>{t('steps.restart')}</Button>
          ) : (
            <Button onClick={next}>{t('steps.next')}</Button>
          )}
        </div>
      </Demo>
      <Demo title={t('states.long')}>
        <Stepper steps={long} current="gift" />
      </Demo>
    </>
  )
}
