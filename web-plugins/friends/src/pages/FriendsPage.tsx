// `/friends`: friends, requests (`?tab=requests`) and search (`?tab=find`).
import { MemberGate, Page, PageHead, TabLinks, usePagePath, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import type { ComponentType } from 'react'
import { useSummary } from '../api/friends'
import { FindPeople } from '../find/FindPeople'
import { FriendList } from '../friend/FriendList'
import { PresencePanel } from '../friend/PresencePanel'
import { RequestPanel } from '../friend/RequestPanels'
import { TwoWindows } from '../parts/TwoWindows'

const TABS = { friends: Friendships, requests: Requests, find: FindPeople } satisfies Record<
  string,
  ComponentType
>
type Tab = keyof typeof TABS

const ICONS = { friends: 'people', requests: 'mail', find: 'search' } as const

export default function FriendsPage() {
  const t = useText('friends')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <TwoWindows /> }
  return (
    <MemberGate title={t('title')} visitor={visitor} named>
      <Friends />
    </MemberGate>
  )
}

function Friends() {
  const t = useText('friends')
  const path = usePagePath('friends')
  const [search] = useSearchParams()
  const requestedTab = search.get('tab') ?? ''
  const current: Tab = Object.hasOwn(TABS, requestedTab) ? (requestedTab as Tab) : 'friends'
  const Body = TABS[current]
  const { data: summary } = useSummary()
  const tabs = (Object.keys(TABS) as Tab[]).map((id) => ({
    id,
    to: id === 'friends' ? path : `${path}?tab=${id}`,
    text: t(`tabs.${id}`),
    icon: ICONS[id],
    ...(id === 'requests' && {
      count: summary?.received,
      countText: t('waiting', { count: summary?.received ?? 0 }),
    }),
  }))
  return (
    <Page title={t('title')} stack>
      <PageHead
        title={t('title')}
        text={summary?.friends ? t('counted', { count: summary.friends }) : t('lead')}
      />
      <TabLinks label={t('title')} tabs={tabs} current={current} />
      <Body />
    </Page>
  )
}

function Friendships() {
  const { data: summary } = useSummary()
  return (
    <>
      {summary !== undefined && summary.friends > 0 && <PresencePanel />}
      <FriendList />
    </>
  )
}

function Requests() {
  return (
    <div className="fr-requests">
      <RequestPanel direction="received" />
      <RequestPanel direction="sent" />
    </div>
  )
}
