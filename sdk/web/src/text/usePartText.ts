// The texts of a part that is loaded later. They are added when the part is first shown, so that they are not in the
// first load of the shell or of a plugin's page.
import { useContext } from 'react'
import { I18nContext } from 'react-i18next'
import { useText } from '../host/context'
import type { Messages } from '../host/types'
import type { TextNamespace, Translate } from './keys'

export interface PartTexts<N extends TextNamespace> {
  namespace: N
  ko: Messages
  en: Messages
}

export function usePartText<N extends TextNamespace>({ namespace, ko, en }: PartTexts<N>): Translate<N> {
  const i18n = useContext(I18nContext)?.i18n
  if (i18n && !i18n.hasResourceBundle('en', namespace)) {
    i18n.addResourceBundle('ko', namespace, ko)
    i18n.addResourceBundle('en', namespace, en)
  }
  return useText(namespace)
}
