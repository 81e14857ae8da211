// The pages of a world that does not exist, is private, or is closed to the caller.
import {
  ButtonLink,
  EmptyState,
  formatMoment,
  Icon,
  Page,
  useCaller,
  usePagePath,
  useText,
} from '@witverse/sdk'
import type { WorldView } from '../api/types'
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

interface BlacklistedWorldProps {
  world: WorldView
  blacklisted: NonNullable<WorldView['blacklisted']>
}

export function BlacklistedWorld({ world, blacklisted }: BlacklistedWorldProps) {
  const t = useText('worlds')
  const { reason, until } = blacklisted
  return (
    <Page title={world.worldName} className="wv-alone">
      <EmptyState
        level={1}
        art={
          <span className="w-lock">
            <Icon name="lock" size={36} />
          </span>
        }
        title={t('world.blacklisted', { world: world.worldName })}
        text={[
          t('world.blacklistedReason', { reason }),
          until ? t('world.blacklistedUntil', { until: formatMoment(until) }) : t('world.blacklistedOpen'),
        ].join(' ')}
        action={<ButtonLink to="/">{t('world.browse')}</ButtonLink>}
      />
    </Page>
  )
}

/** A page for the administrators of the world, opened by another person. */
export function NotYourWorld({ world, text }: { world: WorldView; text: string }) {
  const t = useText('worlds')
  return (
    <Page title={world.worldName} className="wv-alone">
      <EmptyState
        level={1}
        title={t('manage.title')}
        text={text}
        action={<ButtonLink to={`/${world.worldName}`}>{t('manage.toWorld')}</ButtonLink>}
      />
    </Page>
  )
}
