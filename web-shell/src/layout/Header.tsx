import { Avatar, Button, Icon, IconButton, Skeleton, useCaller, useModal, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { LanguageToggle, ThemeToggle } from '../parts/Preferences'
import { AccountPopover } from './AccountPopover'
import { HeaderActions } from './HeaderActions'
import { Wordmark } from './Wordmark'

interface HeaderProps {
  menuOpen: boolean
  onMenu: () => void
  onSheet: () => void
}

export function Header({ menuOpen, onMenu, onSheet }: HeaderProps) {
  const t = useText('shell')
  const modal = useModal()
  return (
    <header className="sh-header">
      <IconButton
        className="sh-header-menu"
        label={t(menuOpen ? 'nav.closeMenu' : 'nav.openMenu')}
        aria-expanded={menuOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <Icon name="menu" />
      </IconButton>
      <Link to="/" className="sh-header-home" aria-label={t('nav.home')}>
        <Wordmark />
      </Link>
      <div className="sh-header-end">
        <button
          type="button"
          className="sh-search"
          aria-label={t('search')}
          onClick={() => modal.open('search')}
        >
          <Icon name="search" size={18} />
          <span>{t('search')}</span>
        </button>
        <div className="sh-header-wide">
          <LanguageToggle />
          <ThemeToggle />
        </div>
        <div className="sh-header-account">
          <Account />
        </div>
        <IconButton className="sh-header-sheet" label={t('nav.openMenu')} onClick={onSheet}>
          <Icon name="menu" />
        </IconButton>
      </div>
    </header>
  )
}

function Account() {
  const t = useText('shell')
  const { status, user } = useCaller()
  const modal = useModal()
  if (status === 'visitor') {
    return (
      <>
        <Button variant="quiet" size="small" className="sh-header-wide" onClick={() => modal.open('sign-up')}>
          {t('signUp.open')}
        </Button>
        <Button size="small" onClick={() => modal.open('sign-in')}>
          {t('signIn.open')}
        </Button>
      </>
    )
  }
  return (
    <>
      <HeaderActions ready={user !== null} />
      {user ? (
        <>
          <button
            type="button"
            className="sh-account-button"
            popoverTarget="account"
            aria-label={t('account.open')}
          >
            <Avatar name={user.nickname ?? user.email} image={user.default_img} size={32} />
          </button>
          <AccountPopover user={user} />
        </>
      ) : (
        <Skeleton style={{ width: 32, height: 32, margin: 2, borderRadius: 'var(--radius-box)' }} />
      )}
    </>
  )
}
