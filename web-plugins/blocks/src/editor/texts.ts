// The texts of the editor, loaded with it.
import { usePartText } from '@witverse/sdk'
import { editor as en } from './texts-en'
import { editor as ko } from './texts-ko'

declare global {
  interface WitverseTexts {
    'blocks-editor': typeof en
  }
}

export const editorTexts = { namespace: 'blocks-editor', ko, en } as const

export const useEditorText = () => usePartText(editorTexts)
