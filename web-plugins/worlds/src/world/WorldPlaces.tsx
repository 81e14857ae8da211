// The blocks of a world, and an invitation if the owner is alone.
import { Button, Card, EmptyState, type TextKey, useText, useToast } from '@witverse/sdk'
import type { WorldView } from '../api/types'
import { OpenField } from '../art/OpenField'

export function WorldPlaces({ world }: { world: WorldView }) {
  const t = useText('worlds')
  return (
    <div className="w-places">
      <Card aria-labelledby="world-blocks">
        <h2 id="world-blocks" className="w-section-title">
          {t('world.blocksTitle')}
        </h2>
        <EmptyState
          art={<OpenField />}
          title={world.blockCount > 0 ? t('world.blocks', { count: world.blockCount }) : t('world.noBlocks')}
          text={t(blocksText(world))}
        />
      </Card>
      {world.isOwner && world.memberCount <= 1 && <InviteCard worldName={world.worldName} />}
    </div>
  )
}

function blocksText(world: WorldView): TextKey<'worlds'> {
  if (world.blockCount > 0) return 'world.blocksText'
  return world.isOwner ? 'world.noBlocksOwner' : 'world.noBlocksText'
}

function InviteCard({ worldName }: { worldName: string }) {
  const t = useText('worlds')
  const toast = useToast()
  async function copy() {
    await navigator.clipboard.writeText(new URL(`/${worldName}`, location.origin).href)
    toast(t('world.copied'), 'good')
  }
  return (
    <Card aria-labelledby="world-people">
      <h2 id="world-people" className="w-section-title">
        {t('world.peopleTitle')}
      </h2>
      <EmptyState
        title={t('world.alone')}
        text={t('world.aloneText')}
        action={
          <Button variant="secondary" onClick={copy}>
            {t('world.copy')}
          </Button>
        }
      />
    </Card>
  )
}
