// `/admin`: users, WIT, notices, forbidden words, audit log and signing keys.
import '../../styles/parts.css'
import '../safety/safety.css'
import { type IconName, Page, TabLinks, useHasPlugin, useText } from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import type { ComponentType, ReactNode } from 'react'
import { lazyScreen } from '../../lib/lazy'
import { useSlotTabs } from '../../lib/Slot'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { ForRole } from '../session/ForRole'
import { AccountPage } from './AccountPage'
import { AuditSection } from './AuditSection'
import { KeysSection } from './KeysSection'
import { PeopleSection } from './PeopleSection'
import { WordsSection } from './WordsSection'

const Money = lazyScreen(async () => (await import('./money')).money)

const Notices = lazyScreen(async () => (await import('./notices')).notices)

const SECTIONS = [
  { id: 'people', icon: 'people', Body: PeopleSection },
  { id: 'money', icon: 'wallet', Body: Money },
  { id: 'notices', icon: 'mail', Body: Notices },
  { id: 'words', icon: 'ban', Body: WordsSection },
  { id: 'audit', icon: 'list', Body: AuditSection },
  { id: 'keys', icon: 'key', Body: KeysSection },
] as const satisfies { id: string; icon: IconName; Body: ComponentType }[]

/** A section of the shell, or of a plugin (slot `admin.section`). */
interface Section {
  id: string
  icon?: IconName
  text: string
  body: ReactNode
}

export function AdminScreen() {
  return (
    <ForRole need="admin">
      <AdminSections />
    </ForRole>
  )
}

function AdminSections() {
  const t = useText('shell-operators')
  const { section = 'people', id } = useParams()
  const hasMail = useHasPlugin('mail')
  const own = SECTIONS.filter(({ id: one }) => one !== 'notices' || hasMail).map(({ id, icon, Body }) => ({
    id,
    icon,
    text: t(`admin.${id}`),
    body: <Body />,
  }))
  const sections: Section[] = [...own, ...useSlotTabs('admin.section')]
  const shown = sections.find((one) => one.id === section)
  if (!shown || (id && section !== 'people' && section !== 'money')) return <NotFoundScreen />
  if (id && section === 'people') return <AccountPage id={id} />
  return (
    <Page title={t('admin.title')}>
      <header className="wv-head pt-head">
        <h1>{t('admin.title')}</h1>
      </header>
      <div className="pt-stack">
        <TabLinks
          label={t('admin.title')}
          current={shown.id}
          tabs={sections.map(({ body: _, ...tab }) => ({
            ...tab,
            to: tab.id === 'people' ? '/admin' : `/admin/${tab.id}`,
          }))}
        />
        {shown.body}
      </div>
    </Page>
  )
}
