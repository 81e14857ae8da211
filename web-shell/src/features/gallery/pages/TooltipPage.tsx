import { Button, Icon, useText } from '@witverse/sdk'
import { Tooltip } from '@witverse/sdk/controls'
import { Demo } from '../Demo'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

export function TooltipPage() {
  const t = useText('shell-gallery')
  return (
    <>
      <Demo title={t('states.normal')} layout="row">
        {SIDES.map((side) => (
          <Tooltip key={side} text={t('tooltip.text')} side={side}>
            <Button variant="secondary">
              <Icon name="eye" /> {t('common.name')}
            </Button>
          </Tooltip>
        ))}
      </Demo>
      <Demo title={t('states.long')} layout="row">
        <Tooltip text={t('tooltip.long')}>
          <Button variant="secondary">{t('choice.members')}</Button>
        </Tooltip>
      </Demo>
    </>
  )
}
