// `/{worldName}/dashboard?tab=`: visits of a world, for its administrators.
import {
  type DashboardSlotData,
  EmptyInline,
  ErrorMessage,
  Figures,
  formatCount,
  formatMoment,
  ListView,
  Page,
  PageHead,
  Panel,
  PersonName,
  PluginSlot,
  Skeleton,
  TabLinks,
  useText,
} from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import { useSearchParams } from '@witverse/sdk/router'
import { useStatistics, useVisitors } from '../api/inside'
import type { WorldView } from '../api/types'
import { shortDay } from '../dashboard/days'
import { slotData } from '../world/slot-data'
import { WorldGate } from '../world/WorldGate'

const TABS = ['visits', 'visitors'] as const

export default function DashboardPage() {
  return <WorldGate managed>{(world) => <Dashboard world={world} />}</WorldGate>
}

function Dashboard({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const [search] = useSearchParams()
  const asked = search.get('tab')
  // The id of an installed plugin has a dot, which the tabs of the dashboard itself have not.
  const installed = asked?.includes('.') ? asked : null
  const current = TABS.find((tab) => tab === asked) ?? 'visits'
  const data: DashboardSlotData = { ...slotData(world), tab: installed }
  const path = `/${world.worldName}/dashboard`
  const tabs = [
    ...TABS.map((id) => ({
      id,
      to: id === 'visits' ? path : `${path}?tab=${id}`,
      text: t(`dashboard.tabs.${id}`),
    })),
    { id: 'witch', to: `${path}/witch`, text: t('dashboard.tabs.witch') },
  ]
  return (
    <Page title={`${t('dashboard.title')} · ${world.worldName}`} className="w-manage">
      <PageHead
        title={t('dashboard.heading', { world: world.worldName })}
        text={!installed && t('dashboard.lead')}
      />
      <TabLinks label={t('dashboard.title')} tabs={tabs} current={installed ?? current}>
        <PluginSlot at="world.dashboard.tabs" data={data} />
      </TabLinks>
      <div className="w-panels">
        {installed && <PluginSlot at="world.dashboard.tab" data={data} />}
        {!installed && (current === 'visits' ? <Visits world={world} /> : <Visitors world={world} />)}
      </div>
    </Page>
  )
}

function Visits({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const statistics = useStatistics(world.worldId)
  if (statistics.status === 'pending') return <Skeleton style={{ height: 420 }} />
  if (statistics.status === 'error') {
    return <ErrorMessage error={statistics.error} onRetry={() => void statistics.refetch()} />
  }
  const { data } = statistics
  const hours = data.primeTimes.map((hour) => t('dashboard.hour', { hour }))
  return (
    <>
      <Figures
        figures={[
          [t('dashboard.total'), formatCount(data.totalVisits)],
          [t('dashboard.average'), data.averagePerDay.toFixed(2)],
          [t('dashboard.prime'), hours.length > 0 ? hours.join(', ') : '–'],
          [t('dashboard.first'), data.firstVisitAt ? formatMoment(data.firstVisitAt) : '–'],
          [t('dashboard.last'), data.lastVisitAt ? formatMoment(data.lastVisitAt) : '–'],
        ]}
      />
      <Panel title={t('dashboard.days')} text={t('dashboard.daysText')}>
        <Chart
          kind="area"
          label={t('dashboard.days')}
          points={data.last28Days.map(({ day }) => shortDay(day))}
          series={[
            {
              id: 'visits',
              text: t('dashboard.visits'),
              values: data.last28Days.map(({ visits }) => visits),
            },
            {
              id: 'visitors',
              text: t('dashboard.visitors'),
              values: data.last28Days.map(({ visitors }) => visitors),
              tone: 'amber',
            },
          ]}
        />
      </Panel>
      <Panel title={t('dashboard.hours')} text={t('dashboard.hoursText')}>
        <Chart
          kind="bar"
          label={t('dashboard.hours')}
          points={data.hours.map(({ hour }) => t('dashboard.hour', { hour }))}
          series={[
            { id: 'visits', text: t('dashboard.visits'), values: data.hours.map(({ visits }) => visits) },
          ]}
        />
      </Panel>
    </>
  )
}

function Visitors({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const list = useVisitors(world.worldId)
  return (
    <Panel title={t('dashboard.visitorList')} text={t('dashboard.visitorText')}>
      <ListView
        list={list}
        label={t('dashboard.visitorList')}
        empty={<EmptyInline text={t('dashboard.noVisitors')} />}
        keyOf={({ userId }) => userId}
      >
        {(visitor) => (
          <div className="wv-row">
            <PersonName
              person={visitor}
              note={t('dashboard.between', {
                first: formatMoment(visitor.firstVisitAt),
                last: formatMoment(visitor.lastVisitAt),
              })}
            />
            <b>{t('dashboard.visitCount', { count: visitor.visits })}</b>
          </div>
        )}
      </ListView>
    </Panel>
  )
}
