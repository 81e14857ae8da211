// The dialogs of a post: editing, deleting, hiding, its earlier versions, and asking for a review.
import {
  Button,
  Confirm,
  EmptyInline,
  ErrorMessage,
  formatMoment,
  Modal,
  RowSkeletons,
  TextArea,
  useAction,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { usePostActions } from '../api/actions'
import { useHistory } from '../api/feed'
import { type Post, TEXT_MAX } from '../api/types'

const REASON_MAX = 200

interface DialogProps {
  post: Post
  onClose: () => void
}

export function EditPost({ post, onClose }: DialogProps) {
  const t = useText('community')
  const { edit } = usePostActions()
  const [text, setText] = useState(post.text)
  const { pending, run } = useAction(async () => {
    await edit(post, text)
    onClose()
  })
  return (
    <Modal
      open
      size="wide"
      title={t('edit.title')}
      description={t('edit.text')}
      closeOnOutside={text === post.text}
      onClose={onClose}
    >
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextArea
          label={t('composer.label')}
          name="text"
          rows={8}
          maxLength={TEXT_MAX}
          value={text}
          onValue={setText}
        />
        <Button type="submit" wide pending={pending} disabled={text.trim() === ''}>
          {t('edit.save')}
        </Button>
      </form>
    </Modal>
  )
}

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

interface HideDialogProps {
  title: string
  /** Who still sees it, and what its author is sent. */
  text: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
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

interface TextDialogProps extends HideDialogProps {
  text: string
  action: string
  /** Label and name of the text field. */
  label: string
  name: string
  required?: boolean
}

/** A question that is answered with a short text. */
function TextDialog({ title, text, action, label, name, required, onConfirm, onClose }: TextDialogProps) {
  const [value, setValue] = useState('')
  return (
    <Confirm
      title={title}
      text={text}
      action={action}
      disabled={required === true && value.trim() === ''}
      onConfirm={() => onConfirm(value)}
      onClose={onClose}
    >
      <TextArea label={label} name={name} rows={3} maxLength={REASON_MAX} value={value} onValue={setValue} />
    </Confirm>
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
