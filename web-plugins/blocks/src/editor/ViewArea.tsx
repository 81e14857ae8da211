// The view of the scene, its keys and its tools. In 3D or from above.
import { Icon, IconButton } from '@witverse/sdk'
import { type KeyboardEvent, useRef } from 'react'
import { readCopied, writeCopied } from './clipboard'
import { useEditor, useEditorState } from './context'
import { EditorMap } from './EditorMap'
import { EditorView3d, type PictureTaker } from './EditorView3d'
import { useFeedback } from './feedback'
import { type Action, actionOf } from './keys'
import type { EditorStore } from './store'
import { ToolIcon } from './ToolIcon'
import { useEditorText } from './texts'

interface ViewAreaProps {
  is3d: boolean
  isPreview: boolean
  onLost: () => void
  onTaker: (taker: PictureTaker | null) => void
}

export async function copySelection(store: EditorStore) {
  const text = store.copy()
  if (text !== null) await writeCopied(text)
}

export async function pasteCopied(store: EditorStore) {
  store.paste(await readCopied())
}

export function ViewArea({ is3d, isPreview, onLost, onTaker }: ViewAreaProps) {
  const t = useEditorText()
  const { store } = useEditor()
  const view = useRef<HTMLDivElement>(null)
  // After Escape the Tab key leaves the view.
  const isLeaving = useRef(false)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') isLeaving.current = true
    if (event.key !== 'Tab' || event.target !== view.current || isPreview) return
    if (isLeaving.current) return
    if (store.selectNext(event.shiftKey ? -1 : 1)) event.preventDefault()
  }
  return (
    <section className="bl-view" aria-label={t('view')}>
      <div
        ref={view}
        className="bl-stage"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys
        tabIndex={0}
        aria-label={t('keysLabel')}
        aria-describedby="bl-editor-keys"
        onKeyDown={onKeyDown}
        onFocus={() => {
          isLeaving.current = false
        }}
      >
        {is3d ? <EditorView3d isPreview={isPreview} onLost={onLost} onTaker={onTaker} /> : <EditorMap />}
      </div>
      <p id="bl-editor-keys" className="bl-editor-keys">
        {t('keys')}
      </p>
      {!isPreview && <ToolStrip />}
      <SaidLine />
    </section>
  )
}

function SaidLine() {
  const { text, isBad } = useFeedback()
  return (
    <p className={`bl-feedback${isBad ? ' is-bad' : ''}`} role="status">
      {text}
    </p>
  )
}

/** The keys work in the whole editor, but not where one types or chooses. */
export function useEditorKeys() {
  const { store } = useEditor()
  return (event: KeyboardEvent) => {
    const target = event.target as Element
    if (target.closest('input, select, textarea, [role="dialog"], [role="tablist"], [contenteditable]'))
      return
    const isCommand = event.ctrlKey || event.metaKey
    const action = actionOf({ ...pick(event), isCommand })
    // Tab belongs to the view alone.
    if (!action || action.do === 'next') return
    const needsSelection = !['undo', 'redo', 'paste', 'all', 'many', 'escape'].includes(action.do)
    if (action.do === 'escape' && !store.get().isMany && store.get().selection.length === 0) return
    if (needsSelection && store.get().selection.length === 0) return
    // Selected text is copied as text.
    if (action.do === 'copy' && (getSelection()?.toString() ?? '') !== '') return
    event.preventDefault()
    perform(store, action)
  }
}

const pick = ({ key, code, shiftKey, altKey }: KeyboardEvent) => ({ key, code, shiftKey, altKey })

function perform(store: EditorStore, action: Action) {
  switch (action.do) {
    case 'nudge':
      return store.nudge(action.x, action.z, action.y, action.isFine)
    case 'turn':
      return store.turn(action.steps, action.isFine)
    case 'resize':
      return store.resize(action.steps)
    case 'next':
      return store.selectNext(action.step)
    case 'remove':
      return store.remove()
    case 'undo':
      return store.undo()
    case 'redo':
      return store.redo()
    case 'copy':
      return void copySelection(store)
    case 'paste':
      return void pasteCopied(store)
    case 'duplicate':
      return store.duplicate()
    case 'all':
      return store.selectAll()
    case 'many':
      return store.setMany(!store.get().isMany)
    case 'escape':
      return store.escape()
  }
}

/** For touch, and for those who do not know the keys. */
function ToolStrip() {
  const t = useEditorText()
  const { store } = useEditor()
  const { selection, snap, isMany } = useEditorState()
  const isIdle = selection.length === 0
  return (
    <div className="bl-strip" role="toolbar" aria-label={t('tools')}>
      <button
        type="button"
        className="bl-chip"
        aria-pressed={snap}
        title={t('snapHint')}
        onClick={() => store.setSnap(!snap)}
      >
        <ToolIcon name="grid" /> <span className="bl-chip-text">{t('snap')}</span>
      </button>
      <button
        type="button"
        className="bl-chip"
        aria-pressed={isMany}
        aria-label={t('many')}
        data-count={isMany ? selection.length : undefined}
        title={t('manyHint')}
        onClick={() => store.setMany(!isMany)}
      >
        <ToolIcon name="many" /> <span className="bl-chip-text">{t('many')}</span>
      </button>
      <IconButton label={t('turnLeft')} disabled={isIdle} onClick={() => store.turn(1)}>
        <ToolIcon name="turnLeft" />
      </IconButton>
      <IconButton label={t('turnRight')} disabled={isIdle} onClick={() => store.turn(-1)}>
        <ToolIcon name="turnRight" />
      </IconButton>
      <IconButton label={t('smaller')} disabled={isIdle} onClick={() => store.resize(-1)}>
        <ToolIcon name="smaller" />
      </IconButton>
      <IconButton label={t('larger')} disabled={isIdle} onClick={() => store.resize(1)}>
        <ToolIcon name="larger" />
      </IconButton>
      <IconButton label={t('duplicate')} disabled={isIdle} onClick={() => store.duplicate()}>
        <ToolIcon name="duplicate" />
      </IconButton>
      <IconButton label={t('copy')} disabled={isIdle} onClick={() => void copySelection(store)}>
        <Icon name="copy" />
      </IconButton>
      <IconButton label={t('paste')} onClick={() => void pasteCopied(store)}>
        <ToolIcon name="paste" />
      </IconButton>
      <IconButton label={t('remove')} disabled={isIdle} onClick={() => store.remove()}>
        <Icon name="trash" />
      </IconButton>
    </div>
  )
}
