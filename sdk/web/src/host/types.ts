// The services of the shell for all pages, its own and those of plugins.
import type { Api, Language, LiveEvent, Payload } from '@witverse/api-client'
import type { ComponentType } from 'react'
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

/** Client state only; server state is in the query cache. */
export interface HostState {
  caller: { status: CallerStatus; user: UserInfo | null }
  language: Language
  theme: ThemeChoice
  toast: ToastMessage | null
  modals: ModalEntry[]
}

/** For `useModal().open('share', …)`. Missing values come from the current page. */
export interface ShareData {
  title?: string
  description?: string
  imageUrl?: string
  /** A path on this site, such as `/orbit`. */
  path?: string
  /** The id of a person, to share their page. */
  userId?: string
}

/** For `useModal().open('report', …)`. */
export interface ReportData {
  userId: string
  name: string
  /** The reported content, if the report is about more than the person. */
  subject?: { kind: string; id: string }
  /** The room that both are in: moderators get what was said there in the last 30 seconds. */
  roomId?: string
}

/** For `useModal().open('gift-wizard', …)`; all values are optional. */
export interface GiftWizardData {
  friendId?: string
  friendName?: string
  friendImage?: string | null
  itemId?: string
}

/** The data of the slots `profile.actions` and `profile.gallery`. */
export interface ProfileSlotData {
  userId: string
  nickname: string
  image: string | null
  self: boolean
  /** The caller has blocked this person. */
  blocked: boolean
}

/** The data of the slots of a world's pages: `world.section`, `world.management.section`, …. */
export interface WorldSlotData {
  worldId: string
  worldName: string
  isOwner: boolean
  isAdmin: boolean
  isMember: boolean
  /** The caller owns an item of one of the world's membership collections. */
  hasMembership: boolean
  isPublic: boolean
}

/** The data of the slots `world.dashboard.tabs` (links) and `world.dashboard.tab` (the content of the current one). */
export interface DashboardSlotData extends WorldSlotData {
  /** The id of the plugin whose tab is shown; null for one of the dashboard itself. */
  tab: string | null
}

/** The data of the slot `comments`: what is commented on. */
export interface CommentsSlotData {
  kind: 'item' | 'block'
  id: string
}

/** The data of the slot `item.model`: a 3D model in a checked file. */
export interface ModelSlotData {
  /** Where its levels and textures are. */
  url: string
  name: string
}

/** What a game learns of its room. Each call is optional. */
export interface GameListener {
  /** An event that a plugin sent to everybody in the room. Events are not repeated after a lost connection. */
  onEvent?: (topic: string, payload: unknown) => void
  /** The shared state of the room, now and after each change; null until it was set. */
  onState?: (state: unknown) => void
  /** The connection is there, for the first time or again: ask for what may have been missed. */
  onConnected?: () => void
}

/** What the people in a room show and say. Each change is a new object; what did not change stays the same. */
export interface RoomSnapshot {
  /** The place of the person in `members`; null before the room was entered. */
  self: number | null
  /** By their place in the room. */
  members: ReadonlyMap<number, { user: string; name: string; guest: boolean }>
  /** The latest lines of the chat. `key` increases. */
  lines: readonly { key: number; slot: number; author: string; kind: string; text?: string }[]
  /** Emojis and gestures that are showing. `key` increases. */
  feelings: readonly { key: number; slot: number; kind: 'emoji' | 'gesture'; id: number }[]
}

/** The data of the slots `block.game` and `block.installed-game`: the room of a block, for the game that is played in it. */
export interface GameSlotData {
  /** The id of the plugin that is the game. Every game of the platform is shown the slot; the others render nothing. */
  game: string
  blockId: string
  worldName: string
  /** As `POST /api/rooms/{id}/join` and the host interface `rooms` name it. */
  roomId: string
  /** Whether the person moderates the room. The server decides what they may do. */
  isModerator: boolean
  /** Returns the end of the subscription. */
  subscribe: (listener: GameListener) => () => void
  people: {
    get: () => RoomSnapshot
    /** Returns the end of the subscription. */
    subscribe: (listener: () => void) => () => void
  }
  /** Milliseconds of the clock by which the room times what happens in it. */
  serverNow: () => number
  /** Marks objects of the scene, in place of those that were marked before. */
  highlight: (objectIds: string[]) => void
  /** Walks to an object of the scene. False if there is no way to it. */
  walkTo: (objectId: string) => boolean
  /** In a copy of the block for a plugin on trial. */
  trial: TrialCopy | null
}

/** A copy of a block in which a plugin on trial is the game. */
export interface TrialCopy {
  /** The id of the install. */
  install: string
  /** As whom the person is in the room: the number of a made-up player, or 0 for themselves. */
  player: number
  /** Enters again as another one. */
  onPlayer: (player: number) => void
}

/** What an organiser has entered in the form of an installed plugin. */
export interface EventFormValue {
  /** The id of the install. */
  install: string
  name: { ko: string; en: string }
  /** As it was typed. */
  texts: Record<string, string>
  /** In the types of the form. */
  form: Record<string, boolean | number | string>
  isComplete: boolean
}

/** The data of the slot `event.form`: a choice of an installed plugin for an event in this world, with its form. */
export interface EventFormSlotData {
  worldName: string
  value: EventFormValue | null
  onValue: (value: EventFormValue | null) => void
  /** Whether incomplete fields are marked. */
  showErrors: boolean
}

/** The data of the slot `event.page`: the installed plugin that an event is held with, also after it was uninstalled. */
export interface EventPageSlotData {
  eventId: string
  worldName: string
  installId: string
  name: { ko: string; en: string }
  isOrganiser: boolean
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
  /** The mobile app around the page, if there is one. */
  bridge: Bridge
  /** Renders the pages that plugins bring for a slot of another plugin's page. */
  Slot: ComponentType<{ at: string; data: unknown }>
  actions: {
    setLanguage: (language: Language) => void
    setTheme: (theme: ThemeChoice) => void
    showToast: (text: string, tone?: ToastTone) => void
    hideToast: () => void
    /**
     * Shows a modal of the shell (`sign-in`, `share` with `ShareData`, `report` with `ReportData`, …) or of a plugin (slot
     * `modal.<id>`). It replaces an open modal.
     */
    openModal: (id: string, data?: unknown) => void
    closeModal: (id: string) => void
    /** Fetches the caller again. */
    reloadCaller: () => Promise<UserInfo | null>
    signOut: () => Promise<void>
  }
}
