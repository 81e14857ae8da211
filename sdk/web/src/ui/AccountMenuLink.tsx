// An entry of the account menu, for the shell and for pages in the slot `account.menu`.
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './Icon'

export function AccountMenuLink({ icon, children, ...link }: LinkProps & { icon: IconName }) {
  return (
    <Link {...link} className="wv-nav-item">
      <Icon name={icon} /> {children}
    </Link>
  )
}
