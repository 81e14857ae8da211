// An invitation, if the owner of a world is alone.
import { Button, Card, EmptyState, useCopied, useText } from '@witverse/sdk'
import type { WorldView } from '../api/types'

export function InviteWhenAlone({ world }: { world: WorldView }) {
  return world.isOwner && world.memberCount <= 1 ? <InviteCard worldName={world.worldName} /> : null
}

function InviteCard({ worldName }: { worldName: string }) {
  const t = useText('worlds')
  const { copy } = useCopied(t('world.copied'))
  return (
    <Card aria-labelledby="world-people">
      <h2 id="world-people" className="w-section-title">
        {t('world.peopleTitle')}
      </h2>
      <EmptyState
        title={t('world.alone')}
        text={t('world.aloneText')}
        action={
          <Button variant="secondary" onClick={() => copy(new URL(`/${worldName}`, location.origin).href)}>
            {t('world.copy')}
          </Button>
        }
      />
    </Card>
  )
}
