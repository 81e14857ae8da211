import type { ReactNode } from 'react'
import type { Frame, FrameContext, FrameError, Room, RoomListener, RoomPerson } from './index.js'

/** The messages between the page and the shell, for {@link FrameProvider}. */
export interface FrameConnection {
  frame: Frame
  /** The latest context; null before the first. */
  context(): FrameContext | null
  /** Calls back after each change of the context, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** Connects the page with the shell. A page has one connection; {@link FrameProvider} makes it by itself. */
export function createConnection(): FrameConnection

/**
 * Connects the page, and renders it once the shell has sent the context. The language and the theme are attributes of the
 * document: `lang` and `data-theme`.
 */
export function FrameProvider(props: {
  children?: ReactNode
  /** Rendered until the first context. */
  fallback?: ReactNode
  /** A connection in place of the page's own, for tests. */
  connection?: FrameConnection
}): ReactNode

/** The frame, for calls that change something, and everything that the shell tells the page. */
export function useConnection(): { frame: Frame; context: FrameContext }

/** The person who uses the page: a `visitor`, or a `member` of the platform with an account. */
export function useCaller():
  | { status: 'visitor'; person: null }
  | { status: 'member'; person: NonNullable<FrameContext['person']> }

/** The language of the shell. */
export function useLanguage(): { language: FrameContext['language'] }

/** The theme of the shell. */
export function useTheme(): { theme: FrameContext['theme'] }

/** The answer of a route of the plugin. */
export interface CallResult<T> {
  /** The latest answer; `undefined` before the first. It stays after a failed repetition. */
  data: T | undefined
  /** Why the latest call has failed. Its message is in the person's language. */
  error: FrameError | null
  /** There is neither an answer nor an error yet. */
  loading: boolean
  /** A call is running, also a repeated one. */
  fetching: boolean
  /** Calls the route again, for example after a change. */
  refetch(): Promise<void>
}

/**
 * Calls `GET path` as the person, when the component appears and when the path changes. An answer that arrives after a later
 * one is dropped.
 */
export function useCall<T = unknown>(
  path: string,
  options?: {
    /** Without it, nothing is called. */
    enabled?: boolean
    /** Repeats the call at this interval. A page may make 10 calls a second. */
    everyMs?: number
  },
): CallResult<T>

/** Asks the person to pay, in a dialog of the shell. */
export function usePay(): {
  /** Asks for whole WIT. The result is a charge for a route of the plugin; null if the person says no, or the request fails. */
  pay(amount: number, reason: string): Promise<string | null>
  /** The dialog is open. */
  pending: boolean
  /** Why the person was not asked. A no is no error. */
  error: FrameError | null
  /** The most WIT that the page may ask for at a time; null if the operator allows none. */
  maxCharge: number | null
}

/** Asks the person whether the plugin may give an item of theirs to another person, in a dialog of the shell. */
export function useEscrow(): {
  /** As `escrow` of the frame. The result is when the item returns; null if the person says no, or the request fails. */
  escrow(itemId: string, durationMinutes?: number): Promise<string | null>
  /** The dialog is open. */
  pending: boolean
  /** Why the person was not asked. A no is no error. */
  error: FrameError | null
}

/**
 * The room of the block whose game the page is. Use it in one component of the page. Elsewhere than in a block, `room` is null.
 * `people` and `state` follow the room; `listener` gets what happens in it.
 */
export function useRoom(listener?: Omit<RoomListener, 'onPeople' | 'onState'>): {
  room: Room | null
  people: RoomPerson[]
  /** What the plugin has set, the same for everybody. */
  state: unknown
}
