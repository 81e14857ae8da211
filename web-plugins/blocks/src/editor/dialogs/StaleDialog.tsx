// Somebody else has saved the same scene. One of both becomes the newest version; the other is not lost: theirs stays in
// the list of versions, mine can be pasted.
import { Button, Modal, useAction, useApi, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { loadVersion } from '../../api/editor'
import { textOf, writeCopied } from '../clipboard'
import { useEditor, useEditorState, useSaveState } from '../context'
import { fromStored, type SceneDocument } from '../document'
import { useEditorText } from '../texts'

export function StaleDialog() {
  const t = useEditorText()
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
    toast(t('stale.tookTheirs'), 'plain')
  })
  const mine = useAction(async () => {
    const { version } = await loadVersion(api, block.blockId, 'latest')
    if (await saver.overwrite(version)) toast(t('stale.savedMine'), 'good')
  })
  if (status !== 'stale' || closedFor === document) return null
  const isBusy = theirs.pending || mine.pending
  return (
    <Modal open onClose={() => setClosedFor(document)} title={t('stale.title')} closeOnOutside={false}>
      <div className="wv-form">
        <p>{t('stale.text')}</p>
        <Button pending={theirs.pending} disabled={isBusy} onClick={() => void theirs.run()}>
          {t('stale.theirs')}
        </Button>
        <p className="bl-muted">{t('stale.theirsText')}</p>
        <Button variant="secondary" pending={mine.pending} disabled={isBusy} onClick={() => void mine.run()}>
          {t('stale.mine')}
        </Button>
        <p className="bl-muted">{t('stale.mineText')}</p>
      </div>
    </Modal>
  )
}
