// Publishing: who may enter, and then the newest version is what visitors see.
import { useQueryClient } from '@tanstack/react-query'
import {
  type ApiError,
  Button,
  ButtonLink,
  Modal,
  Select,
  useAction,
  usePartText,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { ACCESSES, pathOfBlock } from '../../api/blocks'
import { useBlockActions } from '../../api/editor'
import { useEditor } from '../context'
import { itemsOf } from '../item-commands'
import { itemEditorTexts } from '../item-texts'
import { sceneItems } from '../scene-items'
import { useEditorText } from '../texts'
import { isItemRefusal, PublishRefusal } from './PublishRefusal'

export function PublishDialog({ onClose }: { onClose: () => void }) {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const itemText = usePartText(itemEditorTexts)
  const queries = useQueryClient()
  const { block, saver, store } = useEditor()
  const { change, publish } = useBlockActions(block.blockId)
  const [access, setAccess] = useState<string>(block.access)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const items = itemsOf(store.document)
  const { pending, run } = useAction(async () => {
    setProblem(false)
    setRefusal(null)
    if (!(await saver.flush())) return setProblem(true)
    const chosen = ACCESSES.find((one) => one === access)
    // First who may enter: nobody gets in who should not.
    if (chosen && chosen !== block.access) await change({ access: chosen })
    try {
      await publish(saver.version)
    } catch (error) {
      if (!isItemRefusal(error)) throw error
      return setRefusal(error)
    }
    sceneItems.publish(items)
    // Their locks have changed.
    void queries.invalidateQueries({ queryKey: ['items'] })
    setDone(true)
  })
  if (isDone) {
    return (
      <Modal open onClose={onClose} title={tEditor('publish.done')} description={tEditor('publish.doneText')}>
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {tEditor('publish.goOn')}
          </Button>
          <ButtonLink to={pathOfBlock(block)}>{tEditor('toRoom')}</ButtonLink>
        </div>
      </Modal>
    )
  }
  return (
    <Modal open onClose={onClose} title={tEditor('publish.title')} description={tEditor('publish.text')}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Select
          label={t('create.access')}
          name="publishAccess"
          value={access}
          onValue={setAccess}
          options={ACCESSES.map((value) => ({ value, text: t(`access.${value}`) }))}
        />
        {items.length > 0 && <p className="bl-muted">{itemText('publish', { count: items.length })}</p>}
        {refusal && <PublishRefusal error={refusal} onSelect={onClose} />}
        {problem && (
          <p className="wv-form-error" role="alert">
            {tEditor('publish.unsaved')}
          </p>
        )}
        <Button type="submit" pending={pending}>
          {tEditor('publish.action')}
        </Button>
      </form>
    </Modal>
  )
}
