// Says what leaving the current world means, and changes to another one. A person can do this once.
import { Confirm, canManage, Modal, Skeleton, useText, useToast } from '@witverse/sdk'
import type { WorldView } from '../api/types'
import { useMyWorld } from '../api/world'

interface ChangeWorldProps {
  /** The name of the new world. */
  to: string
  onChange: () => Promise<WorldView>
  onClose: () => void
}

export function ChangeWorld({ to, onChange, onClose }: ChangeWorldProps) {
  const t = useText('worlds')
  const toast = useToast()
  const mine = useMyWorld()
  const current = mine.data?.world
  if (!mine.data || !current) {
    return (
      <Modal open onClose={onClose} title={t('change.title', { world: to })}>
        <Skeleton style={{ height: 120 }} />
      </Modal>
    )
  }
  if (!mine.data.isAvailableWorldChange) {
    return (
      <Modal
        open
        onClose={onClose}
        title={t('change.usedTitle')}
        description={t('change.used', { world: current.worldName })}
      >
        {null}
      </Modal>
    )
  }
  async function change() {
    const world = await onChange()
    toast(t('change.done', { world: world.worldName }), 'good')
  }
  return (
    <Confirm
      title={t('change.title', { world: to })}
      text={t('change.once')}
      action={t('change.action')}
      tone="danger"
      onConfirm={change}
      onClose={onClose}
    >
      <ul className="w-consequences">
        <li>{t('change.leaves', { world: current.worldName })}</li>
        <li>{t('change.items')}</li>
        {current.isOwner && <li>{t('change.owner')}</li>}
        {!current.isOwner && canManage(current) && <li>{t('change.admin')}</li>}
      </ul>
    </Confirm>
  )
}
