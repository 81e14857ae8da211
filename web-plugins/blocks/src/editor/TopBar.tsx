// The bar over the view: the way out, the title, whether everything is saved, and what one does with the whole scene.
import { Button, ButtonLink, Icon, IconButton, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { pathOfBlock } from '../api/blocks'
import { useEditor, useEditorState, useSaveState } from './context'
import { PublishDialog } from './dialogs/PublishDialog'
import { BudgetPill } from './panels/BudgetPanel'
import { ToolIcon } from './ToolIcon'
import { useEditorText } from './texts'

interface TopBarProps {
  has3d: boolean
  is3d: boolean
  isPreview: boolean
  on3d: (is3d: boolean) => void
  onPreview: (isPreview: boolean) => void
  onWalk: () => void
}

export function TopBar({ has3d, is3d, isPreview, on3d, onPreview, onWalk }: TopBarProps) {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const { language } = useLanguage()
  const { store, block } = useEditor()
  const { history } = useEditorState()
  const [isPublishing, setPublishing] = useState(false)
  const outText = block.state === 'complete' ? tEditor('toRoom') : t('room.leave')
  const out = block.state === 'complete' ? pathOfBlock(block) : `/${block.worldName}`
  return (
    <header className="bl-editor-bar">
      <ButtonLink className="bl-pill" variant="quiet" size="small" to={out} aria-label={outText}>
        <Icon name="left" size={18} />
        <span className="bl-wide-only">{outText}</span>
      </ButtonLink>
      <div className="bl-editor-title">
        <h1 className="bl-title">{block.title[language]}</h1>
        <SaveLine />
      </div>
      <span className="bl-wide-only">
        <BudgetPill />
      </span>
      <div className="bl-tools">
        <IconButton
          className="bl-tool"
          label={tEditor('undo')}
          disabled={history.past.length === 0}
          onClick={() => store.undo()}
        >
          <ToolIcon name="undo" />
        </IconButton>
        <IconButton
          className="bl-tool"
          label={tEditor('redo')}
          disabled={history.future.length === 0}
          onClick={() => store.redo()}
        >
          <ToolIcon name="redo" />
        </IconButton>
        {has3d && (
          <Button className="bl-pill" variant="quiet" size="small" onClick={() => on3d(!is3d)}>
            {t(is3d ? 'room.to2d' : 'room.to3d')}
          </Button>
        )}
        {has3d && is3d && (
          <Button
            className="bl-pill"
            variant="quiet"
            size="small"
            aria-pressed={isPreview}
            aria-label={tEditor('preview')}
            onClick={() => onPreview(!isPreview)}
          >
            <Icon name="eye" size={18} /> <span className="bl-wide-only">{tEditor('preview')}</span>
          </Button>
        )}
        {has3d && (
          <Button
            className="bl-pill"
            variant="quiet"
            size="small"
            aria-label={tEditor('walk.action')}
            onClick={onWalk}
          >
            <ToolIcon name="walk" size={18} /> <span className="bl-wide-only">{tEditor('walk.action')}</span>
          </Button>
        )}
        <Button size="small" className="bl-publish" onClick={() => setPublishing(true)}>
          {tEditor('publish.action')}
        </Button>
      </div>
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </header>
  )
}

function SaveLine() {
  const _t = useText('blocks')
  const tEditor = useEditorText()
  const { status } = useSaveState()
  return (
    <p className={`bl-save is-${status}`} role="status">
      {tEditor(`save.${status}`)}
    </p>
  )
}
