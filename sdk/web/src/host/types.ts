// What the shell provides to every page, its own and the plugins'.
import type { Api, Language, LiveEvent, Payload } from '@witverse/api-client'
import type { StoreApi } from 'zustand'
import type { Boot } from '../plugin/boot'
import type { Bridge } from './bridge'

export type UserInfo = Payload<'/api/user/auth', 'post'>

/** Nested texts of one language; leaves are strings. */
export type Messages = { [key: string]: string | Messages }

export type CallerStatus = 'visitor' | 'loading' | 'member'
export type ThemeChoice = 'system' | 'light' | 'dark'
export type ToastTone = 'plain' | 'good' | 'bad'

export interface ToastMessage {
  id: number
  text: string
  tone: ToastTone
}

export interface ModalEntry {
  id: string
  data: unknown
}

/** Client state only: everything from the server lives in the query cache. */
export interface HostState {
  caller: { status: CallerStatus; user: UserInfo | null }
  language: Language
  theme: ThemeChoice
  toast: ToastMessage | null
  modals: ModalEntry[]
}

/** For `useModal().open('share', …)`; what is left out is that of the page shown. */
export interface ShareData {
  title?: string
  description?: string
  imageUrl?: string
  /** Of this site, such as `/orbit`. */
  path?: string
  /** A person's page: title, description and picture are theirs. */
  userId?: string
}

/** For `useModal().open('report', …)`. */
export interface ReportData {
  userId: string
  name: string
  /** What was said or made, if it is about more than the person. */
  subject?: { kind: string; id: string }
}

/** For `useModal().open('gift-wizard', …)`; all of it may be left open. */
export interface GiftWizardData {
  friendId?: string
  friendName?: string
  friendImage?: string | null
  itemId?: string
}

/** What the slots of a person's page (`profile.actions`, `profile.gallery`) are handed. */
export interface ProfileSlotData {
  userId: string
  nickname: string
  image: string | null
  self: boolean
  /** Whoever looks has blocked them. */
  blocked: boolean
}

/** For `useModal().open('not-enough-wit', …)`; `useNotEnoughWit` opens it. */
export interface NotEnoughWitData {
  neededHundredths?: number
}

export interface LiveBus {
  publish: (event: LiveEvent) => void
  subscribe: (kind: string, listener: (data: unknown) => void) => () => void
}

export interface Host {
  store: StoreApi<HostState>
  api: Api
  live: LiveBus
  boot: Boot
  /** The mobile app around the page, where there is one. */
  bridge: Bridge
  actions: {
    setLanguage: (language: Language) => void
    setTheme: (theme: ThemeChoice) => void
    showToast: (text: string, tone?: ToastTone) => void
    hideToast: () => void
    /** Shows one of the shell's modals (`sign-in`, `share` with `ShareData`, `report` with `ReportData`, …) or a plugin's (its slot `modal.<id>`), in place of any other. */
    openModal: (id: string, data?: unknown) => void
    closeModal: (id: string) => void
    /** Asks the server again who is signed in. */
    reloadCaller: () => Promise<UserInfo | null>
    signOut: () => Promise<void>
  }
}
