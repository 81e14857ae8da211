import { ButtonLink, EmptyState, Page, useText } from '@witverse/sdk'

export function NotFoundScreen() {
  const t = useText('shell')
  return (
    <Page title={t('screens.notFound')} className="sh-screen">
      <EmptyState
        level={1}
        title={t('screens.notFound')}
        text={t('screens.notFoundText')}
        action={<ButtonLink to="/">{t('screens.goHome')}</ButtonLink>}
      />
    </Page>
  )
}
