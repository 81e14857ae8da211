// The account menu. The browser's popover handles closing and focus.
import {
  AccountMenuLink,
  Avatar,
  Icon,
  type UserInfo,
  useCaller,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { type ReactNode, useRef } from 'react'
import { hasRole } from '../features/session/ForRole'
import { AsideSlot } from '../lib/Slot'

export function AccountPopover({ user }: { user: UserInfo }) {
  const popover = useRef<HTMLDivElement>(null)
  const t = useText('shell')
  const modal = useModal()
  const close = () => popover.current?.hidePopover()
  const openModal = (id: string) => () => {
    close()
    modal.open(id)
  }
  return (
    <div id="account" popover="auto" className="sh-popover" ref={popover}>
      <div className="sh-popover-who">
        <Avatar name={user.nickname ?? user.email} image={user.default_img} size={44} />
        <div>
          <strong>{user.nickname ?? t('account.noNickname')}</strong>
          <span>{user.email}</span>
        </div>
      </div>
      {!user.hasNickname && (
        <button type="button" className="wv-nav-item" onClick={openModal('nickname')}>
          <Icon name="star" /> {t('account.setNickname')}
        </button>
      )}
      {user.hasNickname && !user.hasWorld && (
        <button type="button" className="wv-nav-item" onClick={openModal('select-world')}>
          <Icon name="compass" /> {t('account.chooseWorld')}
        </button>
      )}
      {user.worldName && (
        <AccountMenuLink icon="home" to={`/${user.worldName}`} onClick={close}>
          {user.worldName}
        </AccountMenuLink>
      )}
      <AccountLinks user={user} onLeave={close}>
        <AsideSlot at="account.menu" close={close} />
      </AccountLinks>
      <SignOutItem onDone={close} />
    </div>
  )
}

const OPERATORS = [
  { to: '/moderation', role: 'moderator', icon: 'flag', text: 'account.moderation' },
  { to: '/admin', role: 'admin', icon: 'shield', text: 'account.admin' },
] as const

interface AccountLinksProps {
  user: UserInfo
  onLeave: () => void
  /** Entries after the profile, such as those of plugins. */
  children?: ReactNode
}

/** The links of the account menu; moderators and administrators have more. */
export function AccountLinks({ user, onLeave, children }: AccountLinksProps) {
  const t = useText('shell')
  const mine = OPERATORS.filter(({ role }) => hasRole(user.roles, role))
  return (
    <>
      <AccountMenuLink to="/profile" icon="person" onClick={onLeave}>
        {t('account.profile')}
      </AccountMenuLink>
      {children}
      {mine.map(({ to, icon, text }) => (
        <AccountMenuLink key={to} to={to} icon={icon} onClick={onLeave}>
          {t(text)}
        </AccountMenuLink>
      ))}
    </>
  )
}

export function SignOutItem({ onDone }: { onDone: () => void }) {
  const t = useText('shell')
  const toast = useToast()
  const { signOut } = useCaller()
  async function leave() {
    onDone()
    await signOut()
    toast(t('account.signedOut'))
  }
  return (
    <button type="button" className="wv-nav-item" onClick={leave}>
      <Icon name="leave" /> {t('account.signOut')}
    </button>
  )
}
