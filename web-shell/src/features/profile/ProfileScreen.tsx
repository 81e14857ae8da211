// `/profile`: the settings of the caller's account.
import '../../styles/parts.css'
import './profile.css'
import {
  Button,
  EmptyState,
  type IconName,
  Page,
  PageHead,
  PageSkeleton,
  type TabLink,
  TabLinks,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { useParams, useSearchParams } from '@witverse/sdk/router'
import { type ComponentType, Fragment } from 'react'
import { Navigate } from 'react-router'
import { useSlotTabs } from '../../lib/Slot'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { AccountTab } from './account/AccountTab'
import { ActivityTab } from './activity/ActivityTab'
import { MediaTab } from './media/MediaTab'
import { PrivacyTab } from './privacy/PrivacyTab'
import { SafetyTab } from './safety/SafetyTab'
import { SecurityTab } from './security/SecurityTab'
import { SessionsTab } from './sessions/SessionsTab'
import { SudoProvider } from './sudo/SudoProvider'
import { WalletsTab } from './wallets/WalletsTab'

const TABS = [
  { id: 'account', icon: 'person', Tab: AccountTab },
  { id: 'security', icon: 'shield', Tab: SecurityTab },
  { id: 'sessions', icon: 'laptop', Tab: SessionsTab },
  { id: 'activity', icon: 'clock', Tab: ActivityTab },
  { id: 'wallets', icon: 'wallet', Tab: WalletsTab },
  { id: 'media', icon: 'image', Tab: MediaTab },
  { id: 'privacy', icon: 'lock', Tab: PrivacyTab },
  { id: 'safety', icon: 'ban', Tab: SafetyTab },
] as const satisfies { id: string; icon: IconName; Tab: ComponentType }[]

export function ProfileScreen() {
  const t = useText('shell-profile')
  const { status } = useCaller()
  const { tab = 'account' } = useParams()
  const [query] = useSearchParams()
  const requestedTab = query.get('tab') // mails link to `?tab=`
  const own = TABS.find(({ id }) => id === tab)
  const added = useSlotTabs('profile.tab', '/profile')
  const shown = own ? { text: t(`tabs.${own.id}`), body: <own.Tab /> } : added.find(({ id }) => id === tab)
  if (requestedTab)
    return <Navigate to={requestedTab === 'account' ? '/profile' : `/profile/${requestedTab}`} replace />
  if (!shown?.body) return <NotFoundScreen />
  if (status === 'loading') return <PageSkeleton />
  if (status === 'visitor') return <LoginPrompt />
  return (
    <Page title={shown.text} className="pf-page">
      <PageHead className="pt-head" title={t('title')} />
      <div className="pf-frame">
        <Tabs current={tab} added={added} />
        <div className="pf-content">
          <SudoProvider>
            <Fragment key={tab}>{shown.body}</Fragment>
          </SudoProvider>
        </div>
      </div>
    </Page>
  )
}

function Tabs({ current, added }: { current: string; added: TabLink[] }) {
  const t = useText('shell-profile')
  const own: TabLink[] = TABS.map(({ id, icon }) => ({
    id,
    icon,
    to: id === 'account' ? '/profile' : `/profile/${id}`,
    text: t(`tabs.${id}`),
  }))
  return <TabLinks className="pf-tabs" label={t('title')} tabs={[...own, ...added]} current={current} />
}

function LoginPrompt() {
  const t = useText('shell-profile')
  const modal = useModal()
  return (
    <Page title={t('title')} className="sh-screen">
      <EmptyState
        level={1}
        title={t('visitor.title')}
        text={t('visitor.text')}
        action={
          <>
            <Button onClick={() => modal.open('sign-in')}>{t('signIn.open')}</Button>
            <Button variant="secondary" onClick={() => modal.open('sign-up')}>
              {t('signUp.open')}
            </Button>
          </>
        }
      />
    </Page>
  )
}
