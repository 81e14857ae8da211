// The account menu. The browser's popover handles closing and focus.
import { Avatar, Icon, type UserInfo, useCaller, useModal, useText, useToast } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useRef } from 'react'
import { hasRole } from '../features/session/ForRole'
import { useHasWallet } from '../features/wallet/useHasWallet'
import { ASIDE, Slot } from '../lib/Slot'

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
        <button type="button" className="sh-item" onClick={openModal('nickname')}>
          <Icon name="star" /> {t('account.setNickname')}
        </button>
      )}
      {user.hasNickname && !user.hasWorld && (
        <button type="button" className="sh-item" onClick={openModal('select-world')}>
          <Icon name="compass" /> {t('account.chooseWorld')}
        </button>
      )}
      {user.worldName && (
        <Link className="sh-item" to={`/${user.worldName}`} onClick={close}>
          <Icon name="home" /> {user.worldName}
        </Link>
      )}
      <AccountLinks user={user} onLeave={close} />
      <Slot at="account.menu" close={close} frames={ASIDE} />
      <SignOutItem onDone={close} />
    </div>
  )
}

const OPERATORS = [
  { to: '/moderation', role: 'moderator', icon: 'flag', text: 'account.moderation' },
  { to: '/admin', role: 'admin', icon: 'shield', text: 'account.admin' },
] as const

/** The links of the account menu; moderators and administrators have more. */
export function AccountLinks({ user, onLeave }: { user: UserInfo; onLeave: () => void }) {
  const t = useText('shell')
  const hasWallet = useHasWallet()
  const mine = OPERATORS.filter(({ role }) => hasRole(user.roles, role))
  return (
    <>
      <Link className="sh-item" to="/profile" onClick={onLeave}>
        <Icon name="person" /> {t('account.profile')}
      </Link>
      {hasWallet && (
        <Link className="sh-item" to="/wallet" onClick={onLeave}>
          <Icon name="wallet" /> {t('account.wallet')}
        </Link>
      )}
      {mine.map(({ to, icon, text }) => (
        <Link key={to} className="sh-item" to={to} onClick={onLeave}>
          <Icon name={icon} /> {t(text)}
        </Link>
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
    <button type="button" className="sh-item" onClick={leave}>
      <Icon name="leave" /> {t('account.signOut')}
    </button>
  )
}
