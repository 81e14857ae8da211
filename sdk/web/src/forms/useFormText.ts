// Returns the text of a form error in the current language.
import { useLanguage, useText } from '../host/context'
import type { TextKey, TextNamespace } from '../text/keys'
import type { FormText } from './useForm'

export function useFormText<N extends TextNamespace>(namespace: N) {
  const t = useText(namespace)
  const { language } = useLanguage()
  return (text: FormText<TextKey<N>> | undefined): string | undefined => {
    if (text === undefined) return undefined
    return typeof text === 'string' ? t(text) : text[language]
  }
}
