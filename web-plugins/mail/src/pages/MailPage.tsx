// `/mail`: notifications (one with `?alarm=`), notices (`?tab=notices`) and settings (`?tab=settings`).
import { Button, MemberGate, Page, PageHead, TabLinks, useAction, usePagePath, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { AlarmList } from '../alarms/AlarmList'
import { ThreadView } from '../alarms/ThreadView'
import { useAlarms, useMailActions, useMailCheck } from '../api/mail'
import { NoticeList } from '../notices/NoticeList'
import { Envelope } from '../parts/Envelope'
import { Settings } from '../settings/Settings'

const TABS = ['alarms', 'notices', 'settings'] as const
type Tab = (typeof TABS)[number]

export default function MailPage() {
  const t = useText('mail')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <Envelope /> }
  return (
    <MemberGate title={t('title')} visitor={visitor}>
      <Mail />
    </MemberGate>
  )
}

function Mail() {
  const t = useText('mail')
  const path = usePagePath('mail')
  const [search] = useSearchParams()
  const alarm = search.get('alarm')
  const notice = search.get('notice')
  const requestedTab = search.get('tab') ?? (notice ? 'notices' : 'alarms')
  const current: Tab = TABS.find((tab) => tab === requestedTab) ?? 'alarms'
  const { data: check } = useMailCheck()
  const counts: Partial<Record<Tab, number>> = { alarms: check?.alarms ?? 0, notices: check?.notices ?? 0 }
  const tabs = TABS.map((id) => ({
    id,
    to: id === 'alarms' ? path : `${path}?tab=${id}`,
    text: t(`tabs.${id}`),
    count: counts[id],
    countText: t('unread', { count: counts[id] ?? 0 }),
  }))
  return (
    <Page title={t('title')} stack>
      <PageHead title={t('title')} />
      <div className="ml-bar">
        <TabLinks label={t('title')} tabs={tabs} current={current} />
        {current !== 'settings' && <ReadAll of={current} count={counts[current] ?? 0} />}
      </div>
      {current === 'alarms' && <Alarms current={alarm} />}
      {current === 'notices' && <NoticeList opened={notice} />}
      {current === 'settings' && <Settings />}
    </Page>
  )
}

/** List and thread side by side; on a phone only one of them. */
function Alarms({ current }: { current: string | null }) {
  const t = useText('mail')
  const { items, status } = useAlarms()
  return (
    <div
      className="ml-alarms"
      data-open={current !== null || undefined}
      data-empty={(status === 'success' && items.length === 0 && current === null) || undefined}
    >
      <div className="ml-alarms-list">
        <AlarmList current={current} />
      </div>
      <div className="ml-alarms-one">
        {current && <ThreadView key={current} id={current} />}
        {!current && items.length > 0 && <p className="ml-pick">{t('alarms.pick')}</p>}
      </div>
    </div>
  )
}

function ReadAll({ of, count }: { of: 'alarms' | 'notices'; count: number }) {
  const t = useText('mail')
  const { readAlarm, readNotice } = useMailActions()
  const { pending, run } = useAction(() => (of === 'alarms' ? readAlarm('all') : readNotice('all')))
  return (
    <Button variant="quiet" size="small" disabled={count === 0} pending={pending} onClick={() => void run()}>
      {t('readAll')}
    </Button>
  )
}
