// Changes that this device could not save last time are offered again.
import { Button, Modal } from '@witverse/sdk'
import { useState } from 'react'
import * as commands from '../commands'
import { useEditor } from '../context'
import type { Draft } from '../drafts'
import { useEditorText } from '../texts'

interface DraftDialogProps {
  draft: Draft | null
  onDiscard: () => void
}

export function DraftDialog({ draft, onDiscard }: DraftDialogProps) {
  const t = useEditorText()
  const { store, saver } = useEditor()
  const [isOpen, setOpen] = useState(draft !== null)
  if (!draft || !isOpen) return null
  const isOlder = draft.version !== saver.version
  function take() {
    if (draft) store.run(commands.replace(store.document, draft.document))
    setOpen(false)
  }
  function discard() {
    onDiscard()
    setOpen(false)
  }
  return (
    <Modal open onClose={() => setOpen(false)} title={t('draft.title')} closeOnOutside={false}>
      <p>{t(isOlder ? 'draft.textOlder' : 'draft.text')}</p>
      <div className="wv-actions is-wide">
        <Button variant="secondary" onClick={discard}>
          {t('draft.discard')}
        </Button>
        <Button onClick={take}>{t('draft.take')}</Button>
      </div>
    </Modal>
  )
}
