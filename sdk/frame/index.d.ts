/** What the shell tells a page. It is sent again after each change. */
export interface FrameContext {
  language: 'ko' | 'en'
  theme: 'light' | 'dark'
  /** The name of the world. */
  worldName: string
  /** The path of the page in the manifest, for example `/play`. */
  page: string
  /** The person who uses the plugin; null for a visitor who has not signed in. */
  person: { id: string; nickname: string | null } | null
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A refused or failed call. `message` is in the person's language and can be shown. */
export class FrameError extends Error {
  /** The HTTP status; 0 if the platform was not reached. */
  readonly status: number
  /** The code of the problem, for example `insufficient_wit`. */
  readonly code: string
}

export interface Frame {
  /** Calls a route of the plugin, by its path in the manifest, as the person. At most 10 calls a second. */
  call<T = unknown>(method: Method, path: string, body?: unknown): Promise<T>
}

/** Connects the page with the shell. Call it once; `onContext` is called at the start and after each change. */
export function connect(onContext: (context: FrameContext) => void): Frame
