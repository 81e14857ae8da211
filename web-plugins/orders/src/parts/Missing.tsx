import { ButtonLink, EmptyState, NightLamp, Page, usePagePath, useText } from '@witverse/sdk'

/** A product or an order that does not exist, or is not the caller's. */
export function Missing({ what }: { what: 'product' | 'order' }) {
  const t = useText('orders')
  const paths = { product: usePagePath('shop'), order: usePagePath('orders') }
  return (
    <Page title={t(`missing.${what}`)} className="wv-alone">
      <EmptyState
        level={1}
        art={<NightLamp />}
        title={t(`missing.${what}`)}
        text={t('missing.text')}
        action={<ButtonLink to={paths[what]}>{t(`missing.${what}Action`)}</ButtonLink>}
      />
    </Page>
  )
}
