// The dialogs of a post: editing, deleting, hiding, its earlier versions, and asking for a review.
import {
  Confirm,
  EmptyInline,
  ErrorMessage,
  formatMoment,
  lazyDialog,
  Modal,
  RowSkeletons,
  useText,
} from '@witverse/sdk'
import { usePostActions } from '../api/actions'
import { useHistory } from '../api/feed'
import type { DialogProps, HideDialogProps } from './dialog-props'

// Their forms are loaded when they are opened.
export const EditPost = lazyDialog(() => import('./EditDialog'))
const TextDialog = lazyDialog(() => import('./TextDialog'))

export function DeletePost({ post, onClose, onDeleted }: DialogProps & { onDeleted?: () => void }) {
  const t = useText('community')
  const { remove } = usePostActions()
  return (
    <Confirm
      tone="danger"
      title={t('delete.title')}
      text={t(post.isMine ? 'delete.text' : 'delete.other')}
      action={t('delete.action')}
      onConfirm={async () => {
        await remove(post)
        onDeleted?.()
      }}
      onClose={onClose}
    />
  )
}

export function HidePost({ post, onClose }: DialogProps) {
  const t = useText('community')
  const { setHidden } = usePostActions()
  return (
    <HideDialog
      title={t('hide.title')}
      text={t('hide.text')}
      onConfirm={(reason) => setHidden(post, true, reason)}
      onClose={onClose}
    />
  )
}

/** Asks for the reason that the author reads; for posts and comments. */
export function HideDialog(props: HideDialogProps) {
  const t = useText('community')
  return <TextDialog {...props} action={t('hide.action')} label={t('hide.reason')} name="reason" />
}

export function AppealDialog({ post, onClose }: DialogProps) {
  const t = useText('community')
  const { appeal } = usePostActions()
  return (
    <TextDialog
      required
      title={t('appeal.title')}
      text={t('appeal.text')}
      action={t('appeal.action')}
      label={t('appeal.label')}
      name="appeal"
      onConfirm={(text) => appeal(post, text)}
      onClose={onClose}
    />
  )
}

export function HistoryModal({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('community')
  const history = useHistory(id)
  return (
    <Modal open size="wide" title={t('history.title')} onClose={onClose}>
      {history.status === 'pending' && <RowSkeletons rows={2} />}
      {history.status === 'error' && (
        <ErrorMessage error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data?.items.length === 0 && <EmptyInline text={t('history.none')} />}
      <ol className="cm-history">
        {history.data?.items.map(({ writtenAt, text }) => (
          <li key={writtenAt}>
            <time dateTime={writtenAt}>{formatMoment(writtenAt)}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
