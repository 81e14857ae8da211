// Why the caller cannot write or comment, with the action that would let them.
import { Button, ButtonLink, Icon, useCaller, useModal, useText } from '@witverse/sdk'
import { useLocation } from '@witverse/sdk/router'
import type { World } from '../api/types'

export function WhyNot({ world, comments = false }: { world: World; comments?: boolean }) {
  const t = useText('community')
  const modal = useModal()
  const { status, user } = useCaller()
  const { pathname } = useLocation()
  const { worldName } = world
  if (status === 'loading') return null
  if (!user) {
    return (
      <p className="cm-why">
        <Icon name="lock" size={18} /> <span>{t('cannot.visitor')}</span>
        <Button size="small" onClick={() => modal.open('sign-in')}>
          {t('cannot.signIn')}
        </Button>
      </p>
    )
  }
  if (!user.hasNickname) {
    return (
      <p className="cm-why">
        <Icon name="lock" size={18} /> <span>{t('cannot.nickname')}</span>
        <Button size="small" onClick={() => modal.open('nickname')}>
          {t('cannot.nicknameAction')}
        </Button>
      </p>
    )
  }
  const why = comments ? 'cannot.comment' : world.isMember ? 'cannot.member' : 'cannot.guest'
  const isElsewhere = pathname !== `/${worldName}`
  return (
    <p className="cm-why">
      <Icon name="lock" size={18} /> <span>{t(why, { world: worldName })}</span>
      {isElsewhere && (
        <ButtonLink size="small" variant="secondary" to={`/${worldName}`}>
          {t('cannot.action')}
        </ButtonLink>
      )}
    </p>
  )
}
