// The pages of a world that does not exist or is private.
import { ButtonLink, EmptyState, Icon, Page, useCaller, usePagePath, useText } from '@witverse/sdk'
import { checkWorldName } from '../create/rules'

export function WorldNotFound({ worldName }: { worldName: string }) {
  const t = useText('worlds')
  const { user } = useCaller()
  const createPath = usePagePath('create')
  const canLight = checkWorldName(worldName) === undefined && !user?.hasWorld
  return (
    <Page title={t('world.notFound')} className="wv-alone">
      <EmptyState
        level={1}
        title={t('world.notFound')}
        text={t('world.notFoundText', { world: worldName })}
        action={
          <>
            <ButtonLink to="/">{t('world.browse')}</ButtonLink>
            {canLight && (
              <ButtonLink variant="secondary" to={`${createPath}?name=${worldName}`}>
                {t('world.lightIt', { world: worldName })}
              </ButtonLink>
            )}
          </>
        }
      />
    </Page>
  )
}

/** A name that the platform reserves for a screen, which does not exist (yet): no world can be created there. */
export function ScreenNotFound() {
  const t = useText('worlds')
  return (
    <Page title={t('world.noScreen')} className="wv-alone">
      <EmptyState
        level={1}
        title={t('world.noScreen')}
        text={t('world.noScreenText')}
        action={<ButtonLink to="/">{t('world.browse')}</ButtonLink>}
      />
    </Page>
  )
}

export function PrivateWorld({ worldName }: { worldName: string }) {
  const t = useText('worlds')
  return (
    <Page title={worldName} className="wv-alone">
      <EmptyState
        level={1}
        art={
          <span className="w-lock">
            <Icon name="lock" size={36} />
          </span>
        }
        title={t('world.isPrivate')}
        text={t('world.isPrivateText')}
        action={<ButtonLink to="/">{t('world.browse')}</ButtonLink>}
      />
    </Page>
  )
}
