// Turns a form's error into the text of the current language.
import { useLanguage, useText } from '../host/context'
import type { FormText } from './useForm'

export function useFormText(namespace: string) {
  const t = useText(namespace)
  const { language } = useLanguage()
  return (text: FormText | undefined): string | undefined => {
    if (text === undefined) return undefined
    return typeof text === 'string' ? t(text) : text[language]
  }
}
