// In the platform's administration: the way to the desk of the platform's own shop, and the legal periods of all orders.
import { ButtonLink, Panel, usePagePath, useText } from '@witverse/sdk'
import { TermsPanel } from './TermsPanel'

export default function DeskSection() {
  const t = useText('orders')
  const desk = usePagePath('desk')
  return (
    <>
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
    </>
  )
}
