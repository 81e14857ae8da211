// The links to the pages of a world, with those of other plugins (slot `world.nav`).
import { canManage, Icon, PluginSlot, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { WorldView } from '../api/types'
import { slotData } from './slot-data'

export function WorldNav({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const { worldName } = world
  return (
    <nav className="wv-tabs" aria-label={t('world.nav', { world: worldName })}>
      <Link className="wv-tab" to={`/${worldName}/profile`}>
        <Icon name="people" /> {t('manage.members')}
      </Link>
      <PluginSlot at="world.nav" data={slotData(world)} />
      {canManage(world) && (
        <Link className="wv-tab" to={`/${worldName}/dashboard`}>
          <Icon name="chart" /> {t('dashboard.title')}
        </Link>
      )}
    </nav>
  )
}
