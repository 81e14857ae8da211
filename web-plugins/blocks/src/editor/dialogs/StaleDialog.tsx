// Somebody else has saved the same scene. One of both becomes the newest version; the other is not lost: theirs stays in
// the list of versions, mine can be pasted.
import { Button, Modal, useAction, useApi, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { loadVersion } from '../../api/editor'
import { textOf, writeCopied } from '../clipboard'
import { useEditor, useEditorState, useSaveState } from '../context'
import { fromStored, type SceneDocument } from '../document'

export function StaleDialog() {
  const t = useText('blocks')
  const api = useApi()
  const toast = useToast()
  const { store, saver, block, adopt } = useEditor()
  const { status } = useSaveState()
  const { document } = useEditorState().history
  // After the dialog was closed, the next change opens it again.
  const [closedFor, setClosedFor] = useState<SceneDocument | null>(null)
  const theirs = useAction(async () => {
    const loaded = await loadVersion(api, block.blockId, 'latest')
    await writeCopied(textOf([...store.document.objects, ...store.document.links]))
    adopt(fromStored(loaded.document), loaded.version)
    toast(t('editor.stale.tookTheirs'), 'plain')
  })
  const mine = useAction(async () => {
    const { version } = await loadVersion(api, block.blockId, 'latest')
    if (await saver.overwrite(version)) toast(t('editor.stale.savedMine'), 'good')
  })
  if (status !== 'stale' || closedFor === document) return null
  const isBusy = theirs.pending || mine.pending
  return (
    <Modal open onClose={() => setClosedFor(document)} title={t('editor.stale.title')} closeOnOutside={false}>
      <div className="wv-form">
        <p>{t('editor.stale.text')}</p>
        <Button pending={theirs.pending} disabled={isBusy} onClick={() => void theirs.run()}>
          {t('editor.stale.theirs')}
        </Button>
        <p className="bl-muted">{t('editor.stale.theirsText')}</p>
        <Button variant="secondary" pending={mine.pending} disabled={isBusy} onClick={() => void mine.run()}>
          {t('editor.stale.mine')}
        </Button>
        <p className="bl-muted">{t('editor.stale.mineText')}</p>
      </div>
    </Modal>
  )
}
