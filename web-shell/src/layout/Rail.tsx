// The community navigation, 72 px wide.
import { Icon, useCaller, useText } from '@witverse/sdk'
import { NavLink } from '@witverse/sdk/router'
import { useNavItems } from './useNavItems'
import { WorldTile } from './WorldTile'

export function Rail() {
  const t = useText('shell')
  const items = useNavItems()
  const { user } = useCaller()
  return (
    <nav className="sh-rail" aria-label={t('nav.community')}>
      {user?.worldName && (
        <>
          <NavLink to={`/${user.worldName}`} className="sh-rail-item">
            <span className="wv-visually-hidden">{t('nav.yourWorld')}: </span>
            <span className="sh-rail-tile">
              <WorldTile worldName={user.worldName} />
            </span>
            <span className="sh-rail-text">{user.worldName}</span>
          </NavLink>
          <hr className="sh-rail-line" />
        </>
      )}
      {items.map((item) => (
        <NavLink key={item.path} to={item.path} end className="sh-rail-item">
          <span className="sh-rail-tile">
            <Icon name={item.icon} size={22} />
          </span>
          <span className="sh-rail-text">{item.title}</span>
        </NavLink>
      ))}
    </nav>
  )
}
