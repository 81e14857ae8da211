// A world in the carousel. The current card links to the world; a click on any other moves the carousel to it.
import { formatCount, hueStyle, Icon, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { CSSProperties, MouseEvent } from 'react'
import type { WorldCard as World } from '../api/types'
import { WorldLogo } from '../art/WorldLogo'
import { WorldPicture } from '../art/WorldPicture'
import { welcomeLine } from '../world/welcome'

interface WorldCardProps {
  world: World
  current: boolean
  offsetPx: number
  position: string
  onChoose: () => void
  /** Whether the pictures of other cards may load. */
  picturesBeside: boolean
  onPicture: () => void
  /** Returns true for the click that ends a drag. */
  blockClick: () => boolean
}

export function WorldCard({
  world,
  current,
  offsetPx,
  position,
  picturesBeside,
  onPicture,
  onChoose,
  blockClick,
}: WorldCardProps) {
  const t = useText('worlds')
  const { language } = useLanguage()

  function onClick(event: MouseEvent) {
    if (blockClick()) event.preventDefault()
    else if (!current && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      onChoose()
    }
  }

  return (
    <li className="w-card-place" style={{ '--at': `${offsetPx}px` } as CSSProperties} data-current={current}>
      <Link
        to={`/${world.worldName}`}
        className="w-world-card wv-hue"
        style={hueStyle(world.hue)}
        onClick={onClick}
        tabIndex={current ? 0 : -1}
        aria-current={current}
        draggable={false}
      >
        <WorldPicture
          world={world}
          className="w-card-picture"
          {...(current ? { turn: 'first', onSettled: onPicture } : !picturesBeside && { turn: 'later' })}
        />
        <span className="w-card-body">
          <span className="w-card-head">
            <WorldLogo world={world} size={44} />
            <span className="w-card-name">{world.worldName}</span>
          </span>
          <span className="w-card-line">{welcomeLine(world, language, t)}</span>
          <span className="w-card-counts">
            <span>
              <Icon name="people" size={16} /> {formatCount(world.memberCount)}
              <span className="wv-visually-hidden"> {t('counts.members')}</span>
            </span>
            <span>
              <Icon name="block" size={16} /> {formatCount(world.blockCount)}
              <span className="wv-visually-hidden"> {t('counts.blocks')}</span>
            </span>
          </span>
          <span className="wv-visually-hidden">{position}</span>
        </span>
      </Link>
    </li>
  )
}
