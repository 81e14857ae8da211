// Under the avatar: who you are, your world, and the way out. The browser's own popover closes and refocuses.
import { Avatar, Icon, type UserInfo, useCaller, useModal, useText, useToast } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useRef } from 'react'

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
      <SignOutItem onDone={close} />
    </div>
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
