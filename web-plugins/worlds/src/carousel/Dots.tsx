// One dot per world, at most seventeen around the current one.
import { useText } from '@witverse/sdk'
import type { WorldCard } from '../api/types'
import { MOST_DOTS, windowAround } from './position'

interface DotsProps {
  index: number
  worlds: WorldCard[]
  onChoose: (index: number) => void
}

export function Dots({ index, worlds, onChoose }: DotsProps) {
  const t = useText('worlds')
  if (worlds.length < 2) return null
  return (
    <div className="w-dots">
      {windowAround(index, worlds.length, MOST_DOTS).map((at) => (
        <button
          key={worlds[at]?.worldId}
          type="button"
          className="w-dot"
          tabIndex={-1}
          aria-label={t('home.goTo', { world: worlds[at]?.worldName })}
          aria-current={at === index}
          onClick={() => onChoose(at)}
        />
      ))}
    </div>
  )
}
