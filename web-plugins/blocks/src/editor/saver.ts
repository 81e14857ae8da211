// Saves the document by itself: a moment after the last change, one save at a time, again when the network is back. What is
// not saved is kept in this browser as a draft. No React: ports for the network, the clock and the storage.
import { isSame, type SceneDocument } from './document'
import type { Drafts } from './drafts'

export type SaveState =
  | { status: 'saved' }
  | { status: 'unsaved' | 'saving' }
  /** No network, or the server is not well: it is tried again. */
  | { status: 'offline' }
  /** Another editor has saved a newer version. */
  | { status: 'stale' }
  /** The server refuses the document; the next change is tried again. */
  | { status: 'refused'; error: unknown }

export interface SaverPorts {
  /** Saves and returns the new version. */
  put(document: SceneDocument, basedOn: number): Promise<number>
  after(ms: number, task: () => void): () => void
  drafts: Drafts
  isStale(error: unknown): boolean
  /** The server has answered: to send the same again changes nothing. */
  isRefusal(error: unknown): boolean
}

const QUIET_MS = 1_500
const RETRY_MS = 5_000

export class Saver {
  state: SaveState = { status: 'saved' }
  /** The newest version that this editor has loaded or saved. */
  version: number
  private saved: SceneDocument
  private current: SceneDocument
  private cancel: () => void = () => undefined
  private isStopped = false
  private running: Promise<void> | null = null
  private readonly listeners = new Set<() => void>()
  private readonly ports: SaverPorts

  constructor(document: SceneDocument, version: number, ports: SaverPorts) {
    this.ports = ports
    this.version = version
    this.saved = document
    this.current = document
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  get = (): SaveState => this.state

  get isClean(): boolean {
    return isSame(this.current, this.saved)
  }

  /** The document has changed. */
  change(document: SceneDocument) {
    if (document === this.current) return
    this.current = document
    this.keepDraft()
    if (this.state.status === 'stale') return
    if (this.isClean && !this.running) return this.set({ status: 'saved' })
    if (!this.running) this.set({ status: 'unsaved' })
    this.wait(QUIET_MS)
  }

  /** Saves now; resolves when everything is saved, or cannot be. */
  async flush(): Promise<boolean> {
    this.cancel()
    while (this.running) await this.running
    if (this.state.status === 'stale') return false
    if (!this.isClean) await this.save()
    return this.isClean
  }

  /** The server has this version now, with this document: after a restoration, or theirs was taken. */
  adopt(document: SceneDocument, version: number) {
    this.cancel()
    this.version = version
    this.saved = document
    this.current = document
    this.keepDraft()
    this.set({ status: 'saved' })
  }

  /** Saves this document as the version after the other editor's. */
  async overwrite(version: number): Promise<boolean> {
    this.version = version
    this.set({ status: 'unsaved' })
    return this.flush()
  }

  /** From now on it saves by itself; `stop` ends that. */
  start() {
    this.isStopped = false
  }

  stop() {
    this.isStopped = true
    this.cancel()
  }

  /** The block was deleted: drops the unsaved changes and the draft. */
  forget() {
    this.stop()
    this.current = this.saved
    this.keepDraft()
  }

  private wait(ms: number) {
    this.cancel()
    if (this.isStopped) return
    this.cancel = this.ports.after(ms, () => void this.save())
  }

  private async save(): Promise<void> {
    if (this.running) return this.running
    this.running = this.saveOnce()
    await this.running
  }

  private async saveOnce(): Promise<void> {
    const document = this.current
    this.set({ status: 'saving' })
    try {
      this.version = await this.ports.put(document, this.version)
      this.saved = document
      this.running = null
      this.keepDraft()
      if (this.isClean) return this.set({ status: 'saved' })
      this.set({ status: 'unsaved' })
      this.wait(QUIET_MS)
    } catch (error) {
      this.running = null
      if (this.ports.isStale(error)) return this.set({ status: 'stale' })
      if (this.ports.isRefusal(error)) return this.set({ status: 'refused', error })
      this.set({ status: 'offline' })
      this.wait(RETRY_MS)
    }
  }

  private keepDraft() {
    const { drafts } = this.ports
    if (this.isClean) drafts.remove()
    else drafts.write({ version: this.version, document: this.current })
  }

  private set(state: SaveState) {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
