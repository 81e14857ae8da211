// `/{worldName}/management`: what administrators of a world do, in tabs (`?tab=`).
import { ButtonLink, Icon, type IconName, Page, PageHead, PluginSlot, TabLinks, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import type { WorldView } from '../api/types'
import { BlacklistPanel } from '../manage/BlacklistPanel'
import { MembershipsPanel } from '../manage/MembershipsPanel'
import { AdminsPanel, MembersPanel } from '../manage/MembersPanel'
import { PicturesPanel } from '../manage/PicturesPanel'
import { InvitationPanel, TextsPanel, VisibilityPanel } from '../manage/SettingsPanel'
import { slotData } from '../world/slot-data'
import { WorldGate } from '../world/WorldGate'

const TABS = ['members', 'memberships', 'content', 'plugins', 'blacklist', 'settings'] as const
type Tab = (typeof TABS)[number]

const ICONS: Record<Tab, IconName> = {
  members: 'people',
  memberships: 'gem',
  content: 'list',
  plugins: 'star',
  blacklist: 'ban',
  settings: 'edit',
}

export default function ManagementPage() {
  return <WorldGate managed>{(world) => <Management world={world} />}</WorldGate>
}

function Management({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const current = TABS.find((tab) => tab === asked) ?? 'members'
  const path = `/${world.worldName}/management`
  const tabs = TABS.map((id) => ({
    id,
    to: id === 'members' ? path : `${path}?tab=${id}`,
    text: t(`manage.tabs.${id}`),
    icon: ICONS[id],
  }))
  return (
    <Page title={`${t('manage.title')} · ${world.worldName}`} className="w-manage">
      <PageHead title={t('manage.heading', { world: world.worldName })}>
        <p className="wv-actions">
          <ButtonLink variant="secondary" size="small" to={`/${world.worldName}`}>
            <Icon name="home" size={18} /> {t('manage.toWorld')}
          </ButtonLink>
          <ButtonLink variant="secondary" size="small" to={`/${world.worldName}/dashboard`}>
            <Icon name="chart" size={18} /> {t('dashboard.title')}
          </ButtonLink>
        </p>
      </PageHead>
      <TabLinks label={t('manage.title')} tabs={tabs} current={current} />
      <div className="w-panels">{bodyOf(current, world)}</div>
    </Page>
  )
}

function bodyOf(tab: Tab, world: WorldView): ReactNode {
  switch (tab) {
    case 'members':
      return (
        <>
          <AdminsPanel world={world} />
          <MembersPanel world={world} />
        </>
      )
    case 'memberships':
      return <MembershipsPanel world={world} />
    case 'content':
      return <PluginSlot at="world.management.section" data={slotData(world)} />
    case 'plugins':
      return <PluginSlot at="world.management.plugins" data={slotData(world)} />
    case 'blacklist':
      return <BlacklistPanel world={world} />
    case 'settings':
      return (
        <>
          <TextsPanel world={world} />
          <PicturesPanel world={world} />
          <VisibilityPanel world={world} />
          <InvitationPanel world={world} />
        </>
      )
  }
}
