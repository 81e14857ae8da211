// The texts of shell and kit. Plugins add theirs under their id when they are loaded.
import { kitMessages } from '@witverse/sdk'
import { addJosaFormat, type HostState, isolated } from '@witverse/sdk/host'
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
    fallbackNS: 'shell', // texts that several screens share
    interpolation: { escape: isolated },
    resources: { ko: { shell: ko, kit: kitMessages.ko }, en: { shell: en, kit: kitMessages.en } },
  })
  addJosaFormat(texts)
  store.subscribe((state, before) => {
    if (state.language !== before.language) void texts.changeLanguage(state.language)
  })
  return texts
}
