// `/{worldName}/dashboard/witch`: the witch points of a world, and what earned them.
import {
  ButtonLink,
  ErrorMessage,
  Figures,
  formatCount,
  formatWit,
  Icon,
  Page,
  PageHead,
  Panel,
  Skeleton,
  useText,
} from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import { useWitchPoints } from '../api/inside'
import type { WorldView } from '../api/types'
import { shortDay } from '../dashboard/days'
import { floorToCents } from '../world/WorldAbout'
import { WorldGate } from '../world/WorldGate'

export default function WitchPage() {
  return <WorldGate>{(world) => <Witch world={world} />}</WorldGate>
}

function Witch({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const points = useWitchPoints(world.worldId)
  return (
    <Page title={`${t('world.witchPoint')} · ${world.worldName}`} className="w-manage">
      <PageHead title={t('witch.heading', { world: world.worldName })} text={t('witch.lead')}>
        <p className="wv-actions">
          <ButtonLink variant="secondary" size="small" to={`/${world.worldName}`}>
            <Icon name="home" size={18} /> {t('manage.toWorld')}
          </ButtonLink>
        </p>
      </PageHead>
      <div className="w-panels">
        {points.status === 'pending' && <Skeleton style={{ height: 360 }} />}
        {points.status === 'error' && (
          <ErrorMessage error={points.error} onRetry={() => void points.refetch()} />
        )}
        {points.status === 'success' && (
          <>
            <Figures
              figures={[
                [t('world.witchPoint'), floorToCents(points.data.witchPoint)],
                [t('witch.spending'), floorToCents(points.data.fromSpending)],
                [t('witch.visiting'), floorToCents(points.data.fromVisitors)],
              ]}
            />
            <Panel title={t('witch.days')} text={t('witch.rule')}>
              <Chart
                kind="bar"
                stacked
                label={t('witch.days')}
                points={points.data.last28Days.map(({ day }) => shortDay(day))}
                format={floorToCents}
                series={[
                  {
                    id: 'spending',
                    text: t('witch.spending'),
                    values: points.data.last28Days.map(({ spent }) => spent / 10_000),
                  },
                  {
                    id: 'visitors',
                    text: t('witch.visiting'),
                    values: points.data.last28Days.map(({ visitors }) => visitors / 100),
                    tone: 'amber',
                  },
                ]}
              >
                <p className="w-offer-note">
                  {t('witch.sum', {
                    wit: formatWit(points.data.spent),
                    visitors: formatCount(points.data.visitorDays),
                  })}
                </p>
              </Chart>
            </Panel>
          </>
        )}
      </div>
    </Page>
  )
}
