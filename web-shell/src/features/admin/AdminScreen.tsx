// `/admin`: users, WIT, forbidden words and files, audit log, signing keys, and the sections of plugins.
import '../../styles/parts.css'
import '../safety/safety.css'
import { type IconName, Page, PageHead, TabLinks, useText } from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import type { ComponentType, ReactNode } from 'react'
import { lazyScreen } from '../../lib/lazy'
import { useSlotTabs } from '../../lib/Slot'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { SudoProvider } from '../profile/sudo/SudoProvider'
import { ForRole } from '../session/ForRole'
import { AccountPage } from './AccountPage'
import { AuditSection } from './AuditSection'
import { FilesSection } from './FilesSection'
import { KeysSection } from './KeysSection'
import { PeopleSection } from './PeopleSection'
import { WordsSection } from './WordsSection'

const Money = lazyScreen(async () => (await import('./money')).money)

const SECTIONS = [
  { id: 'people', icon: 'people', Body: PeopleSection },
  { id: 'money', icon: 'wallet', Body: Money },
  { id: 'words', icon: 'ban', Body: WordsSection },
  { id: 'files', icon: 'image', Body: FilesSection },
  { id: 'audit', icon: 'list', Body: AuditSection },
  { id: 'keys', icon: 'key', Body: KeysSection },
] as const satisfies { id: string; icon: IconName; Body: ComponentType }[]

/** A section of the shell, or of a plugin (slot `admin.section`). */
interface Section {
  id: string
  icon?: IconName
  text: string
  to: string
  body?: ReactNode
}

export function AdminScreen() {
  return (
    <ForRole need="admin">
      <SudoProvider>
        <AdminSections />
      </SudoProvider>
    </ForRole>
  )
}

function AdminSections() {
  const t = useText('shell-operators')
  const { section = 'people', id } = useParams()
  const own = SECTIONS.map(({ id, icon, Body }) => ({
    id,
    icon,
    text: t(`admin.${id}`),
    to: id === 'people' ? '/admin' : `/admin/${id}`,
    body: <Body />,
  }))
  const sections: Section[] = [...own, ...useSlotTabs('admin.section', '/admin')]
  const shown = sections.find((one) => one.id === section)
  if (!shown?.body || (id && section !== 'people' && section !== 'money')) return <NotFoundScreen />
  if (id && section === 'people') return <AccountPage id={id} />
  return (
    <Page title={t('admin.title')}>
      <PageHead className="pt-head" title={t('admin.title')} />
      <div className="pt-stack">
        <TabLinks
          label={t('admin.title')}
          current={shown.id}
          tabs={sections.map(({ body: _, ...tab }) => tab)}
        />
        {shown.body}
      </div>
    </Page>
  )
}
