// Facts about a world.
import { Card, Facts, formatCount, formatDate, useText } from '@witverse/sdk'
import type { WorldView } from '../api/types'

export function WorldAbout({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const facts = [
    [t('world.keptBy'), world.owner?.nickname ?? t('world.nobody')],
    [t('world.since'), formatDate(world.createdAt)],
    [t('world.visibility'), t(world.isPublic ? 'world.public' : 'world.private')],
    [t('world.items'), formatCount(world.itemCount)],
    [t('world.witchPoint'), floorToCents(world.witchPoint)],
  ] as const
  return (
    <Card className="w-about" aria-labelledby="world-about">
      <h2 id="world-about" className="w-section-title">
        {t('world.aboutTitle')}
      </h2>
      <Facts facts={facts} />
    </Card>
  )
}

/** Rounds witch points down to two decimals. */
export const floorToCents = (value: number): string => (Math.floor(value * 100 + 1e-6) / 100).toFixed(2)
