import { hueStyle, Icon, useText } from '@witverse/sdk'
import type { WorldCard } from '../api/types'
import { WorldLogo } from '../art/WorldLogo'

interface WorldOptionProps {
  world: WorldCard
  checked: boolean
  onChoose: () => void
}

export function WorldOption({ world, checked, onChoose }: WorldOptionProps) {
  const t = useText('worlds')
  return (
    <label className="w-option wv-hue" style={hueStyle(world.hue)}>
      <input type="radio" name="world" value={world.worldId} checked={checked} onChange={onChoose} />
      <WorldLogo world={world} size={40} />
      <span className="w-option-text">
        <strong>{world.worldName}</strong>
        <span>
          {t('world.members', { count: world.memberCount })} ·{' '}
          {t('world.blocks', { count: world.blockCount })}
        </span>
      </span>
      <span className="w-option-mark">{checked && <Icon name="check" size={16} />}</span>
    </label>
  )
}
