// The toolbar of the editor. It has one tab stop; the arrow keys move between its buttons.
import { redo, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import { Toolbar } from 'radix-ui'
import type { ReactNode } from 'react'
import { usePartText } from '../text/usePartText'
import { Icon, LineIcon } from '../ui/Icon'
import { contentTexts } from './messages'
import { PictureMark } from './PictureMark'
import { type BlockKind, type Selected, toggleBlock, toggleBold, toggleItalic } from './post-commands'

interface EditorToolbarProps {
  selected: Selected
  run: (command: Command) => void
  disabled: boolean
  onLink: () => void
  onImage: (() => void) | undefined
}

export function EditorToolbar({ selected, run, disabled, onLink, onImage }: EditorToolbarProps) {
  const t = usePartText(contentTexts)
  const block = (kind: BlockKind) => ({
    on: selected.block === kind,
    onPress: () => run(toggleBlock(kind)),
    disabled,
  })
  return (
    <Toolbar.Root className="wv-editor-tools" aria-label={t('editor.tools')}>
      <Tool label={t('editor.bold')} on={selected.bold} onPress={() => run(toggleBold)} disabled={disabled}>
        <b>B</b>
      </Tool>
      <Tool
        label={t('editor.italic')}
        on={selected.italic}
        onPress={() => run(toggleItalic)}
        disabled={disabled}
      >
        <i>I</i>
      </Tool>
      <Toolbar.Separator className="wv-editor-line" />
      <Tool label={t('editor.heading')} {...block('heading')}>
        <span className="wv-editor-h2">H</span>
      </Tool>
      <Tool label={t('editor.subheading')} {...block('subheading')}>
        <span className="wv-editor-h3">H</span>
      </Tool>
      <Tool label={t('editor.bullets')} {...block('bullets')}>
        <Icon name="list" />
      </Tool>
      <Tool label={t('editor.numbers')} {...block('numbers')}>
        <NumbersIcon />
      </Tool>
      <Toolbar.Separator className="wv-editor-line" />
      <Tool label={t('editor.link')} on={selected.link !== null} onPress={onLink} disabled={disabled}>
        <LinkIcon />
      </Tool>
      {onImage && (
        <Tool label={t('editor.image')} onPress={onImage} disabled={disabled}>
          <PictureMark size={22} />
        </Tool>
      )}
      <span className="wv-editor-space" />
      <Tool label={t('editor.undo')} onPress={() => run(undo)} disabled={disabled || !selected.canUndo}>
        <Icon name="back" />
      </Tool>
      <Tool label={t('editor.redo')} onPress={() => run(redo)} disabled={disabled || !selected.canRedo}>
        <span className="wv-editor-redo">
          <Icon name="back" />
        </span>
      </Tool>
    </Toolbar.Root>
  )
}

interface ToolProps {
  label: string
  /** Undefined for actions that are not on or off. */
  on?: boolean
  onPress: () => void
  disabled: boolean
  children: ReactNode
}

function Tool({ label, on, onPress, disabled, children }: ToolProps) {
  return (
    <Toolbar.Button
      className="wv-editor-tool"
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()} // the selection of the text stays
      onClick={onPress}
    >
      {children}
    </Toolbar.Button>
  )
}

const LinkIcon = () => (
  <LineIcon path="M8.400 11.600a3.200 3.200 0 0 0 4.500 0l2.600-2.600a3.200 3.200 0 0 0-4.500-4.500l-1 1M11.600 8.400a3.200 3.200 0 0 0-4.500 0L4.500 11a3.200 3.200 0 0 0 4.500 4.500l1-1" />
)

const NumbersIcon = () => (
  <LineIcon path="M8.500 5.500h8M8.500 10h8M8.500 14.500h8M3 4.200l1.300-.700v4M3 12.600c.2-.9 2.300-1 2.300.2 0 1-2.300 1.800-2.300 2.700h2.500" />
)
