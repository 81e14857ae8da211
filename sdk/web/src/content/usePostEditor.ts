// One ProseMirror editor for the lifetime of a component.
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostDocument } from './document'
import { KEYS, readSelection } from './post-commands'
import { toDocument, toNode } from './post-nodes'

export function usePostEditor(
  initial: PostDocument,
  disabled: boolean,
  onChange: (document: PostDocument) => void,
) {
  const [state, setState] = useState(() =>
    EditorState.create({ doc: toNode(initial), plugins: [history(), keymap(KEYS)] }),
  )
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const start = useEffectEvent((mount: HTMLElement) => {
    const created: EditorView = new EditorView(
      { mount },
      {
        state,
        editable: () => !disabled,
        dispatchTransaction(transaction) {
          const next = created.state.apply(transaction)
          created.updateState(next)
          setState(next)
          if (transaction.docChanged) change(toDocument(next.doc))
        },
      },
    )
    return created
  })
  const change = useEffectEvent(onChange)

  useEffect(() => {
    if (!element.current) return
    const created = start(element.current)
    view.current = created
    return () => {
      view.current = null
      created.destroy()
    }
  }, [])

  useEffect(() => view.current?.setProps({ editable: () => !disabled }), [disabled])

  /** Runs a command and returns the focus to the text. */
  const run = useCallback((command: Command) => {
    if (!view.current) return
    command(view.current.state, view.current.dispatch)
    view.current.focus()
  }, [])

  return { element, run, doc: state.doc, selected: readSelection(state) }
}
