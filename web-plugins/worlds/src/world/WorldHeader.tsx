// The header of a world's page, in the world's hue.
import { Avatar, Button, Icon, ReportButton, useLanguage, useModal, useText } from '@witverse/sdk'
import type { WorldView } from '../api/types'
import { WorldLogo } from '../art/WorldLogo'
import { WorldPicture } from '../art/WorldPicture'
import { JoinWorld } from './JoinWorld'
import { describeWorld } from './welcome'

export function WorldHeader({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  const modal = useModal()
  return (
    <header className="w-world-head">
      <div className="w-head-inside">
        <div className="w-head-text">
          <WorldLogo world={world} size={72} />
          <h1 className="w-head-name">{world.worldName}</h1>
          <p className="w-head-line">{describeWorld(world, language, t)}</p>
          <ul className="w-head-facts">
            <li>
              <Icon name="people" size={18} />
              {t('world.members', { count: world.memberCount })}
            </li>
            <li>
              <Icon name="block" size={18} />
              {t('world.blocks', { count: world.blockCount })}
            </li>
            <li>
              <Avatar
                name={world.owner?.nickname ?? world.worldName}
                image={world.owner?.thumbnail ?? null}
                size={22}
              />
              {world.owner?.nickname ?? t('world.nobody')}
            </li>
          </ul>
          <div className="w-head-actions">
            <JoinWorld world={world} />
            <Button
              size="large"
              variant="secondary"
              onClick={() =>
                modal.open('share', {
                  title: world.worldName,
                  description: describeWorld(world, language, t),
                  path: `/${world.worldName}`,
                  ...(world.worldThumbnailImg && { imageUrl: world.worldThumbnailImg }),
                })
              }
            >
              <Icon name="share" size={18} /> {t('world.share')}
            </Button>
            {world.owner && <ReportButton person={world.owner} kind="world" id={world.worldId} />}
          </div>
        </div>
        <WorldPicture world={world} className="w-head-picture" />
      </div>
    </header>
  )
}
