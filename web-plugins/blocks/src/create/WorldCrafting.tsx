// `/{worldName}?state=crafting`: what the person can make in the world. `kind` in the address is what was chosen: the form of a
// block is here, those of other plugins are in their own slots of the world's page.
import {
  Button,
  ButtonLink,
  Modal,
  PluginSlot,
  useCaller,
  useModal,
  useText,
  type WorldSlotData,
} from '@witverse/sdk'
import { lazy, Suspense } from 'react'
import { BlockArt } from '../list/BlockArt'
import { craftingPath, mayBuild } from './crafting'

const NewBlock = lazy(() => import(/* webpackChunkName: "page-new" */ './NewBlock'))

interface WorldCraftingProps {
  world: WorldSlotData
  /** What was chosen; null for the choice. */
  kind: string | null
  onClose: () => void
}

export default function WorldCrafting({ world, kind, onClose }: WorldCraftingProps) {
  if (!mayBuild(world)) return <NotAllowed world={world} onClose={onClose} />
  if (kind === 'block') {
    return (
      <Suspense fallback={null}>
        <NewBlock worldName={world.worldName} onClose={onClose} />
      </Suspense>
    )
  }
  // Only those who manage the world make other things of it; their forms are shown by the plugins of these things.
  const isElsewhere = kind !== null && (world.isOwner || world.isAdmin)
  return isElsewhere ? null : <Choice world={world} onClose={onClose} />
}

function Choice({ world, onClose }: { world: WorldSlotData; onClose: () => void }) {
  const t = useText('blocks')
  const name = world.worldName.toUpperCase()
  return (
    <Modal open onClose={onClose} title={t('crafting.inWorld', { world: name })} size="wide">
      <div className="wv-grid">
        <section className="wv-picture-card" aria-labelledby="crafting-block">
          <span className="wv-card-picture is-wide" aria-hidden="true">
            <BlockArt block={{ blockId: 'crafting', type: 'social' }} />
          </span>
          <h2 id="crafting-block">{t('crafting.block')}</h2>
          <p className="bl-muted">{t('crafting.blockText')}</p>
          <div className="wv-actions">
            <ButtonLink to={craftingPath(world.worldName, 'block')}>{t('crafting.start')}</ButtonLink>
          </div>
        </section>
        <PluginSlot at="crafting.kind" data={world} />
      </div>
    </Modal>
  )
}

/** For people who may not make things in the world: who may, and what they can do instead. */
function NotAllowed({ world, onClose }: { world: WorldSlotData; onClose: () => void }) {
  const t = useText('blocks')
  const modal = useModal()
  const { status } = useCaller()
  const name = world.worldName.toUpperCase()
  function logIn() {
    onClose()
    modal.open('sign-in')
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('crafting.notHere', { world: name })}
      description={t('crafting.notHereText')}
    >
      <div className="wv-actions">
        {status === 'visitor' ? (
          <Button onClick={logIn}>{t('crafting.logIn')}</Button>
        ) : (
          <ButtonLink to="/crafting">{t('crafting.own')}</ButtonLink>
        )}
        <Button variant="secondary" onClick={onClose}>
          {t('crafting.close')}
        </Button>
      </div>
    </Modal>
  )
}
