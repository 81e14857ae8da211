// The text about the last action, in the line under the view that screen readers speak.
import { formatCount, type Translate } from '@witverse/sdk'
import { LIMITS } from './budget'
import { type NameOf, useEditor, useEditorState, useNames } from './context'
import { find, idsOf, type SceneDocument } from './document'
import type { Feedback } from './store'
import { useEditorText } from './texts'

interface Words {
  t: Translate<'blocks-editor'>
  nameOf: NameOf
  document: SceneDocument
}

export function feedbackText(feedback: Feedback, { t, nameOf, document }: Words): string {
  switch (feedback.what) {
    case 'done':
      return t(`feedback.${feedback.command}`, { count: feedback.count })
    case 'undone':
      return t('feedback.undone', { what: t(`command.${feedback.command}`) })
    case 'redone':
      return t('feedback.redone', { what: t(`command.${feedback.command}`) })
    case 'full':
      return t(`full.${feedback.measure}`, { limit: formatCount(LIMITS[feedback.measure]) })
    case 'selected': {
      if (feedback.count === 0) return t('feedback.unselected')
      const found = feedback.id === null ? null : find(document, feedback.id)
      if (!found) return t('feedback.selectedMany', { count: feedback.count })
      const ids = idsOf(document)
      const { x, z } = found.thing.position
      const name = nameOf(found.thing)
      return t('feedback.selected', {
        name,
        number: ids.indexOf(found.thing.id) + 1,
        count: ids.length,
        x,
        z,
      })
    }
    case 'copied':
    case 'dropped':
      return t(`feedback.${feedback.what}`, { count: feedback.count })
    default:
      return t(`feedback.${feedback.what}`)
  }
}

export function useFeedback(): { text: string; isBad: boolean; key: number } {
  const t = useEditorText()
  const { store } = useEditor()
  const { feedback } = useEditorState()
  const nameOf = useNames()
  if (!feedback) return { text: '', isBad: false, key: 0 }
  const text = feedbackText(feedback.text, { t, nameOf, document: store.document })
  return { text, isBad: ['full', 'lastSpawn', 'dropped'].includes(feedback.text.what), key: feedback.key }
}
