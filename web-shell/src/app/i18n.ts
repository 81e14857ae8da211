// The texts of shell and kit; a plugin adds its own when it is loaded, under its id.
import { kitMessages } from '@witverse/sdk'
import type { HostState } from '@witverse/sdk/host'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { StoreApi } from 'zustand'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

export async function createTexts(store: StoreApi<HostState>): Promise<i18n> {
  const texts = i18next.createInstance()
  await texts.use(initReactI18next).init({
    lng: store.getState().language,
    fallbackLng: 'en',
    ns: ['shell', 'kit'],
    defaultNS: 'shell',
    fallbackNS: 'shell', // what a screen shares with the others
    interpolation: { escapeValue: false }, // React escapes
    resources: { ko: { shell: ko, kit: kitMessages.ko }, en: { shell: en, kit: kitMessages.en } },
  })
  store.subscribe((state, before) => {
    if (state.language !== before.language) void texts.changeLanguage(state.language)
  })
  return texts
}
