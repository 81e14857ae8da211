// What views and panels of an open editor share: its store, its saver, and the names of things.
import { type Translate, textOr, useLanguage, useText } from '@witverse/sdk'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { DoorTarget, ManagedBlock } from '../api/editor'
import { isDoor, isObject, type SceneDocument, type Thing } from './document'
import type { UnsavedSettings } from './drafts'
import type { Saver } from './saver'
import { sceneItems } from './scene-items'
import type { EditorState, EditorStore } from './store'
import { useEditorText } from './texts'

export interface Editor {
  store: EditorStore
  saver: Saver
  block: ManagedBlock
  /** Where doors lead, as far as it is known. */
  targets: Map<string, DoorTarget>
  /** Takes a document that the server has as its newest version. */
  adopt(document: SceneDocument, version: number): void
  settings: UnsavedSettings
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('no editor is open')
  return editor
}

export function useEditorState(): EditorState {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.get)
}

export function useSaveState() {
  const { saver } = useEditor()
  return useSyncExternalStore(saver.subscribe, saver.get)
}

export const kindName = (t: Translate<'blocks'>, kind: string): string =>
  textOr(t, `kind.${kind}`, kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' '))

export type NameOf = (thing: Thing) => string

/** Names things for lists: with a number if there are several of a kind. */
export function useNames(): NameOf {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const { language } = useLanguage()
  const { targets } = useEditor()
  const { shown } = useEditorState()
  return useMemo(() => {
    const stem = (thing: Thing) => {
      if (isObject(thing)) {
        const item = sceneItems.get(thing.item)
        const kind = thing.model?.name ?? kindName(t, thing.kind)
        return item ? `${kind}: ${item.name[language]}` : kind
      }
      if (!isDoor(thing)) return tEditor('spawn')
      const target = targets.get(thing.blockId)
      return target ? tEditor('doorTo', { title: target.title[language] }) : tEditor('door')
    }
    const names = new Map<string, string>()
    const counts = new Map<string, number>()
    const all: Thing[] = [...shown.objects, ...shown.links, ...shown.spawnPoints]
    for (const thing of all) {
      const name = stem(thing)
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      names.set(thing.id, number > 1 ? `${name} ${number}` : name)
    }
    return (thing) => names.get(thing.id) ?? stem(thing)
  }, [t, tEditor, language, targets, shown.objects, shown.links, shown.spawnPoints])
}
