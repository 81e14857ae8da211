// Returns the text of a form error in the current language.
import type { LocalText } from '@witverse/api-client'
import { useLanguage, useText } from '../host/context'
import type { TextKey, TextNamespace } from '../text/keys'

/** A key of the page's texts, or a text from the server. */
export type FormText<K extends string = string> = K | LocalText

export function useFormText<N extends TextNamespace>(namespace: N) {
  const t = useText(namespace)
  const { language } = useLanguage()
  return (text: FormText<TextKey<N>> | undefined): string | undefined => {
    if (text === undefined) return undefined
    return typeof text === 'string' ? t(text) : text[language]
  }
}
