// In the platform's administration: the way to the desk of the platform's own shop, the legal periods of all
// orders, the holidays by which they are counted, and the surcharges for delivery to islands.
import { ButtonLink, Panel, usePagePath, useText } from '@witverse/sdk'
import { HolidaysPanel } from './HolidaysPanel'
import { SurchargesPanel } from './SurchargesPanel'
import { TermsPanel } from './TermsPanel'

export default function DeskSection() {
  const t = useText('orders')
  const desk = usePagePath('desk')
  return (
    <div className="od-admin">
      <Panel
        title={t('desk.ofPlatform')}
        text={t('desk.lead')}
        action={
          <ButtonLink size="small" variant="secondary" to={desk}>
            {t('desk.open')}
          </ButtonLink>
        }
      />
      <TermsPanel />
      <HolidaysPanel />
      <SurchargesPanel />
    </div>
  )
}
