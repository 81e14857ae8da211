// What the editor says of each action: in the line under the view, which screen readers speak.
import { formatCount, type Translate, useText } from '@witverse/sdk'
import { LIMITS } from './budget'
import { type NameOf, useEditor, useEditorState, useNames } from './context'
import { find, idsOf, type SceneDocument } from './document'
import type { Said } from './store'

interface Words {
  t: Translate<'blocks'>
  nameOf: NameOf
  document: SceneDocument
}

export function textOfSaid(said: Said, { t, nameOf, document }: Words): string {
  switch (said.what) {
    case 'done':
      return t(`editor.said.${said.command}`, { count: said.count })
    case 'undone':
      return t('editor.said.undone', { what: t(`editor.command.${said.command}`) })
    case 'redone':
      return t('editor.said.redone', { what: t(`editor.command.${said.command}`) })
    case 'full':
      return t(`editor.full.${said.measure}`, { limit: formatCount(LIMITS[said.measure]) })
    case 'selected': {
      if (said.count === 0) return t('editor.said.unselected')
      const found = said.id === null ? null : find(document, said.id)
      if (!found) return t('editor.said.selectedMany', { count: said.count })
      const ids = idsOf(document)
      const { x, z } = found.thing.position
      const name = nameOf(found.thing)
      return t('editor.said.selected', {
        name,
        number: ids.indexOf(found.thing.id) + 1,
        count: ids.length,
        x,
        z,
      })
    }
    case 'copied':
    case 'dropped':
      return t(`editor.said.${said.what}`, { count: said.count })
    default:
      return t(`editor.said.${said.what}`)
  }
}

export function useSaid(): { text: string; isBad: boolean; key: number } {
  const t = useText('blocks')
  const { store } = useEditor()
  const { said } = useEditorState()
  const nameOf = useNames()
  if (!said) return { text: '', isBad: false, key: 0 }
  const text = textOfSaid(said.text, { t, nameOf, document: store.document })
  return { text, isBad: ['full', 'lastSpawn', 'dropped'].includes(said.text.what), key: said.key }
}
