// The entries of the menu and the bottom sheet.
import { Button, Icon, useCaller, useModal, useText } from '@witverse/sdk'
import { NavLink } from '@witverse/sdk/router'
import { useNavItems } from './useNavItems'
import { WorldTile } from './WorldTile'

export function MenuItems({ onLeave }: { onLeave?: () => void }) {
  const t = useText('shell')
  const items = useNavItems()
  return (
    <>
      <YourWorld {...(onLeave && { onLeave })} />
      <h2 className="sh-menu-title">{t('nav.explore')}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            <NavLink to={item.path} end className="wv-nav-item" onClick={onLeave}>
              <Icon name={item.icon} /> {item.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function YourWorld({ onLeave }: { onLeave?: () => void }) {
  const t = useText('shell')
  const { status, user } = useCaller()
  const modal = useModal()
  const openModal = (id: string) => () => {
    onLeave?.()
    modal.open(id)
  }
  if (status === 'visitor') {
    return (
      <div className="sh-menu-note">
        <p>{t('account.visitorText')}</p>
        <Button size="small" onClick={openModal('sign-in')}>
          {t('signIn.open')}
        </Button>
        <Button size="small" variant="secondary" onClick={openModal('sign-up')}>
          {t('signUp.open')}
        </Button>
      </div>
    )
  }
  if (user?.worldName) {
    return (
      <>
        <h2 className="sh-menu-title">{t('nav.yourWorld')}</h2>
        <NavLink to={`/${user.worldName}`} className="wv-nav-item" onClick={onLeave}>
          <WorldTile worldName={user.worldName} size={24} /> {user.worldName}
        </NavLink>
      </>
    )
  }
  if (!user) return null
  return (
    <div className="sh-menu-note">
      <p>{t('nav.noWorld')}</p>
      <Button size="small" onClick={openModal(user.hasNickname ? 'select-world' : 'nickname')}>
        {t(user.hasNickname ? 'account.chooseWorld' : 'account.setNickname')}
      </Button>
    </div>
  )
}
