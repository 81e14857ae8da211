// The page of a world that does not exist, is private, or is closed to the caller. Loaded when it is shown.
import { formatMoment } from '../format/moments'
import { useBoot, useCaller } from '../host/context'
import { usePartText } from '../text/usePartText'
import { ButtonLink } from '../ui/Button'
import { EmptyPage } from '../ui/EmptyPage'
import { Icon } from '../ui/Icon'
import { worldTexts } from './messages'
import type { WorldView } from './useWorld'

export interface WorldRefusalProps {
  worldName: string
  /** The code of a 404; without it the world exists. */
  code?: string
  /** A world that answers with some of its facts. */
  world?: WorldView
}

export default function WorldRefusal({ worldName, code, world }: WorldRefusalProps) {
  const t = usePartText(worldTexts)
  // A name that the platform reserves for a screen, which does not exist (yet): no world can be created there.
  if (code === 'not_found')
    return <EmptyPage title={t('noScreen')} text={t('noScreenText')} action={<OtherWorlds />} />
  if (code !== undefined) return <WorldNotFound worldName={worldName} />
  const { reason, until } = world?.blacklisted ?? { until: null }
  const texts =
    reason === undefined
      ? { title: t('isPrivate'), text: t('isPrivateText') }
      : {
          title: t('blacklisted', { world: worldName }),
          text: `${t('blacklistedReason', { reason })} ${until ? t('blacklistedUntil', { until: formatMoment(until) }) : t('blacklistedOpen')}`,
        }
  const lock = (
    <span className="wv-lock">
      <Icon name="lock" size={36} />
    </span>
  )
  return <EmptyPage art={lock} {...texts} action={<OtherWorlds />} />
}

function OtherWorlds() {
  const t = usePartText(worldTexts)
  return <ButtonLink to="/">{t('browse')}</ButtonLink>
}

const CREATABLE = /^[a-z0-9_]{3,10}$/

function WorldNotFound({ worldName }: { worldName: string }) {
  const t = usePartText(worldTexts)
  const { user } = useCaller()
  const createPath = useBoot()
    .plugins.find(({ id }) => id === 'worlds')
    ?.routes.find(({ page }) => page === 'create')?.path
  const canCreate = createPath !== undefined && CREATABLE.test(worldName) && !user?.hasWorld
  return (
    <EmptyPage
      title={t('notFound')}
      text={t('notFoundText', { world: worldName })}
      action={
        <>
          <OtherWorlds />
          {canCreate && (
            <ButtonLink variant="secondary" to={`${createPath}?name=${worldName}`}>
              {t('create', { world: worldName })}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
