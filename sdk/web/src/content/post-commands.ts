// What toolbar and keyboard do to the editor's state.
import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { marks, nodes, schema } from './post-schema'

export type BlockKind = 'paragraph' | 'heading' | 'subheading' | 'bullets' | 'numbers'

/** What the selection is in, for the toolbar. */
export interface Selected {
  bold: boolean
  italic: boolean
  block: BlockKind
  /** The address of the link at the selection. */
  link: string | null
  canUndo: boolean
  canRedo: boolean
}

export function readSelection(state: EditorState): Selected {
  const { $from, from, to, empty } = state.selection
  const around = state.storedMarks ?? $from.marks()
  const has = (mark: 'bold' | 'italic') =>
    empty ? Boolean(marks[mark].isInSet(around)) : state.doc.rangeHasMark(from, to, marks[mark])
  return {
    bold: has('bold'),
    italic: has('italic'),
    block: blockAt(state),
    link: linkAt(state)?.href ?? null,
    canUndo: undo(state),
    canRedo: redo(state),
  }
}

function blockAt(state: EditorState): BlockKind {
  const list = listAt(state)
  if (list) return list.node.type === nodes.ordered_list ? 'numbers' : 'bullets'
  const { parent } = state.selection.$from
  if (parent.type !== nodes.heading) return 'paragraph'
  return parent.attrs.level === 3 ? 'subheading' : 'heading'
}

function listAt({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type === nodes.bullet_list || node.type === nodes.ordered_list) {
      return { node, position: $from.before(depth) }
    }
  }
  return null
}

/** The link at the selection, with its whole range. */
function linkAt({ selection: { $from } }: EditorState): { href: string; from: number; to: number } | null {
  const { parent, parentOffset } = $from
  let start = $from.start()
  let found: { href: string; from: number; to: number } | null = null
  for (const node of parent.children) {
    const end = start + node.nodeSize
    const href = marks.link.isInSet(node.marks)?.attrs.href as string | undefined
    if (found && found.href === href && found.to === start) found.to = end
    else if (found && found.to >= $from.start() + parentOffset) break
    else found = href === undefined ? null : { href, from: start, to: end }
    start = end
  }
  const at = $from.start() + parentOffset
  return found && found.from <= at && at <= found.to ? found : null
}

export const toggleBold = toggleMark(marks.bold)
export const toggleItalic = toggleMark(marks.italic)

/** Turns the selected blocks into another kind; back into text if they are of that kind. */
export function toggleBlock(kind: BlockKind): Command {
  return (state, dispatch) => {
    const current = blockAt(state)
    if (kind === 'bullets' || kind === 'numbers') return toggleList(kind, current)(state, dispatch)
    if (listAt(state)) return false
    if (kind === 'paragraph' || kind === current) return setBlockType(nodes.paragraph)(state, dispatch)
    return setBlockType(nodes.heading, { level: kind === 'heading' ? 2 : 3 })(state, dispatch)
  }
}

function toggleList(kind: 'bullets' | 'numbers', current: BlockKind): Command {
  const type = kind === 'bullets' ? nodes.bullet_list : nodes.ordered_list
  return (state, dispatch) => {
    if (kind === current) return liftListItem(nodes.list_item)(state, dispatch)
    const list = listAt(state)
    if (list) {
      dispatch?.(state.tr.setNodeMarkup(list.position, type))
      return true
    }
    return chainCommands(wrapInList(type), (before, go) => {
      // A heading becomes a paragraph first, because items hold paragraphs.
      let after = before
      if (!setBlockType(nodes.paragraph)(before, (tr) => (after = before.apply(tr)))) return false
      return wrapInList(type)(after, go && ((tr) => go(replaceAll(before, tr.doc, tr.selection.head))))
    })(state, dispatch)
  }
}

function replaceAll(state: EditorState, doc: EditorState['doc'], head: number) {
  const tr = state.tr.replaceWith(0, state.doc.content.size, doc.content)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(head, tr.doc.content.size))))
}

/** Links the selection, or changes the link at it; null removes the link. Without a selected text the address is inserted. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const link = linkAt(state)
    const range = empty && link ? link : { from, to }
    const tr = state.tr.removeMark(range.from, range.to, marks.link)
    if (href && range.from === range.to) tr.insert(from, schema.text(href, [marks.link.create({ href })]))
    else if (href) tr.addMark(range.from, range.to, marks.link.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Inserts an image after the selected block, with a place to type below it. */
export function insertImage(file: string, alt: string): Command {
  return (state, dispatch) => {
    const { $to } = state.selection
    const position = $to.depth > 0 ? $to.after(1) : $to.pos
    const tr = state.tr.insert(position, nodes.image.create({ file, alt }))
    const below = position + 1
    if (below >= tr.doc.content.size) tr.insert(below, nodes.paragraph.create())
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(below))).scrollIntoView())
    return true
  }
}

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

export const KEYS: Record<string, Command> = {
  ...baseKeymap,
  Enter: chainCommands(
    splitListItem(nodes.list_item),
    liftListItem(nodes.list_item),
    baseKeymap.Enter as Command,
  ),
  'Shift-Enter': insertBreak,
  'Mod-b': toggleBold,
  'Mod-i': toggleItalic,
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
}
