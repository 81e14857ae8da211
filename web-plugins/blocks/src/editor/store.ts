// The state of an open editor: the document with its history, what is selected, and the last feedback. Views and panels read
// it and call its methods; it knows nothing of them.
import { budgetOf, exceeded, type Measure } from './budget'
import { type parseCopied, textOf } from './clipboard'
import type { Command, CommandName } from './commands'
import * as commands from './commands'
import {
  FINE_M,
  find,
  GRID_M,
  idsOf,
  isDoor,
  isObject,
  type PlacedModel,
  type Position,
  type SceneDocument,
  snapped,
  type Thing,
  TURN_DEGREES,
} from './document'
import { begin, type History, redo, run, undo } from './history'
import { addItem, showItem } from './item-commands'
import { addModel } from './model-commands'

/** What happened last, for the live region and the line under the view. */
export type Feedback =
  | { what: 'done' | 'undone' | 'redone'; command: CommandName; count: number }
  | { what: 'full'; measure: Measure }
  | { what: 'selected'; id: string | null; count: number }
  | { what: 'copied' | 'dropped'; count: number }
  | { what: 'nothing' | 'lastSpawn' | 'notCopied' | 'many' | 'single' }

export interface EditorState {
  readonly history: History
  /** The document as it is shown: with what is being dragged. */
  readonly shown: SceneDocument
  readonly selection: readonly string[]
  readonly snap: boolean
  /** Presses add to the selection, as with Shift: for touch. */
  readonly isMany: boolean
  readonly feedback: { readonly key: number; readonly text: Feedback } | null
}

const FINE_DEGREES = 1
const SCALE_STEP = 0.1
/** Copies lie this far from the first one. */
const BESIDE = { x: 1, y: 0, z: 1 }

export class EditorStore {
  private state: EditorState
  private readonly listeners = new Set<() => void>()
  private trianglesOf: (kind: string) => number = () => 0
  /** Where new things go: the middle of the view. */
  centre: { x: number; z: number }

  constructor(document: SceneDocument) {
    this.state = {
      ...{ history: begin(document), shown: document, selection: [] },
      ...{ snap: true, isMany: false, feedback: null },
    }
    this.centre = { x: document.size / 2, z: document.size / 2 }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  get = (): EditorState => this.state

  get document(): SceneDocument {
    return this.state.history.document
  }

  /** The code that counts triangles has arrived. */
  measureWith(trianglesOf: (kind: string) => number) {
    this.trianglesOf = trianglesOf
    this.set({})
  }

  budget = () => budgetOf(this.document, this.trianglesOf)

  /** Runs a command, unless a limit forbids it. Returns whether it ran. */
  run(command: Command | null): boolean {
    if (!command) {
      this.set({ shown: this.document })
      return false
    }
    const next = run(this.state.history, command)
    // Another version of the scene is taken as it is.
    const measure =
      command.name === 'replace' ? null : exceeded(this.budget(), budgetOf(next.document, this.trianglesOf))
    if (measure) {
      this.set({ shown: this.document })
      this.say({ what: 'full', measure })
      return false
    }
    this.settle(next, command.select)
    this.say({ what: 'done', command: command.name, count: command.changes.length })
    return true
  }

  undo() {
    const command = this.state.history.past.at(-1)
    const next = undo(this.state.history)
    if (!next || !command) return this.say({ what: 'nothing' })
    this.settle(next)
    this.say({ what: 'undone', command: command.name, count: command.changes.length })
  }

  redo() {
    const [command] = this.state.history.future
    const next = redo(this.state.history)
    if (!next || !command) return this.say({ what: 'nothing' })
    this.settle(next, command.select)
    this.say({ what: 'redone', command: command.name, count: command.changes.length })
  }

  select(ids: readonly string[]) {
    this.set({ selection: ids })
    this.say({ what: 'selected', id: ids.length === 1 ? (ids[0] ?? null) : null, count: ids.length })
  }

  /** Adds a thing to the selection, or takes it out. */
  toggle(id: string) {
    const { selection } = this.state
    this.select(selection.includes(id) ? selection.filter((one) => one !== id) : [...selection, id])
  }

  /**
   * A press on a thing, which a drag may follow. Returns whether the thing is taken out of the selection if it turns
   * out to be a tap.
   */
  press(id: string, isAdding: boolean): boolean {
    const { selection, isMany } = this.state
    const isSelected = selection.includes(id)
    if (!isAdding && !isMany) {
      if (!isSelected) this.select([id])
      return false
    }
    if (!isSelected) this.toggle(id)
    return isSelected
  }

  /** A tap beside all things. While several are selected, a tap that misses keeps them. */
  pressFloor() {
    if (this.state.selection.length > 0 && !this.state.isMany) this.select([])
  }

  setMany(isMany: boolean) {
    if (isMany === this.state.isMany) return
    this.set({ isMany })
    this.say({ what: isMany ? 'many' : 'single' })
  }

  /** Clears the selection, and ends the selection of several. */
  escape() {
    this.set({ isMany: false })
    this.select([])
  }

  selectAll = () => this.select(idsOf(this.document))

  /** Selects the next thing of the list, or adds it; a step back takes the last one out. False at the end. */
  selectNext(step: 1 | -1): boolean {
    const ids = idsOf(this.document)
    const { selection, isMany } = this.state
    const last = selection.at(-1)
    if (isMany) {
      const rest = ids.slice(last === undefined ? 0 : ids.indexOf(last) + 1)
      const added = rest.find((id) => !selection.includes(id))
      if (step > 0 ? added === undefined : last === undefined) return false
      this.select(step > 0 && added !== undefined ? [...selection, added] : selection.slice(0, -1))
      return true
    }
    const at = last === undefined ? (step > 0 ? 0 : ids.length - 1) : ids.indexOf(last) + step
    const next = ids[at]
    if (next === undefined) return false
    this.select([next])
    return true
  }

  setSnap = (snap: boolean) => this.set({ snap })

  /** Puts a kind at the middle of the view, or at a point. */
  place(kind: string, at?: { x: number; z: number }): boolean {
    return this.run(commands.add(this.document, kind, at ? { ...at, y: 0 } : this.freeSpot()))
  }

  /** Puts a copy of an uploaded model at the middle of the view. */
  placeItem = (kind: string, item: string | null) =>
    this.run(addItem(this.document, kind, item, this.freeSpot()))
  showItem = (id: string, item: string | null) => this.run(showItem(this.document, id, item))
  placeModel = (model: PlacedModel) => this.run(addModel(this.document, model, this.freeSpot()))

  addSpawn = () => this.run(commands.addSpawn(this.document, this.freeSpot()))
  addDoor = (blockId: string) => this.run(commands.addDoor(this.document, blockId, this.freeSpot()))

  /** Moves the selection by steps: on the grid, or finely. */
  nudge(dx: number, dz: number, dy = 0, isFine = false) {
    const { selection, snap } = this.state
    const [lead] = selection
    const found = lead === undefined ? null : find(this.document, lead)
    if (!found) return
    const step = isFine || !snap ? FINE_M : GRID_M
    const { x, y, z } = found.thing.position
    // Onto the next line of the grid, also for what stands between two.
    const along = (value: number, by: number) =>
      by === 0 ? 0 : (by > 0 ? next(value, step) : -next(-value, step)) - value
    const by = { x: along(x, dx), y: along(y, dy), z: along(z, dz) }
    this.run(commands.move(this.document, selection, by))
  }

  /** Shows the selection moved, without a command. */
  drag(by: { x: number; z: number }) {
    const command = this.moveBy(by)
    this.set({ shown: command ? commands.apply(this.document, command) : this.document })
  }

  /** The drag has ended: one command. */
  drop = (by: { x: number; z: number }) => this.run(this.moveBy(by))

  turn(steps: number, isFine = false) {
    const { selection, snap } = this.state
    const degrees = steps * (isFine || !snap ? FINE_DEGREES : TURN_DEGREES)
    if (selection.length > 0) this.run(commands.turn(this.document, selection, degrees))
  }

  resize(steps: number) {
    const { selection } = this.state
    if (selection.length > 0) this.run(commands.scale(this.document, selection, steps * SCALE_STEP))
  }

  remove() {
    const { selection } = this.state
    if (selection.length === 0) return
    const command = commands.remove(this.document, selection)
    if (command) this.run(command)
    else this.say({ what: 'lastSpawn' })
  }

  duplicate() {
    const { selection } = this.state
    if (selection.length > 0) this.run(commands.duplicate(this.document, selection, BESIDE))
  }

  /** The text of the selection for the clipboard; null if it has no objects and doors. */
  copy(): string | null {
    const chosen = this.selected().filter((thing) => isObject(thing) || isDoor(thing))
    if (chosen.length === 0) {
      this.say({ what: 'notCopied' })
      return null
    }
    this.say({ what: 'copied', count: chosen.length })
    return textOf(chosen)
  }

  paste(copied: ReturnType<typeof parseCopied>) {
    if (!copied) return this.say({ what: 'notCopied' })
    const didRun = this.run(commands.paste(this.document, copied, this.freeSpot()))
    if (copied.dropped > 0 && (didRun || copied.objects.length + copied.links.length === 0)) {
      this.say({ what: 'dropped', count: copied.dropped })
    }
  }

  selected(): Thing[] {
    return this.state.selection.flatMap((id) => find(this.state.shown, id)?.thing ?? [])
  }

  say(text: Feedback) {
    this.set({ feedback: { key: (this.state.feedback?.key ?? 0) + 1, text } })
  }

  private moveBy({ x, z }: { x: number; z: number }): Command | null {
    const { selection, snap } = this.state
    const [lead] = selection
    const found = lead === undefined ? null : find(this.document, lead)
    if (!found) return null
    const { position } = found.thing
    const to = (from: number, by: number) => (snap && by !== 0 ? snapped(from + by, GRID_M) - from : by)
    return commands.move(this.document, selection, { x: to(position.x, x), y: 0, z: to(position.z, z) })
  }

  /** The middle of the view, or the nearest spot of the grid where nothing stands. */
  private freeSpot(): Position {
    const { size, objects, links, spawnPoints } = this.document
    const [cx, cz] = [snapped(this.centre.x, GRID_M), snapped(this.centre.z, GRID_M)]
    const all: readonly Thing[] = [...objects, ...links, ...spawnPoints]
    const isFree = (x: number, z: number) =>
      x >= 0 &&
      z >= 0 &&
      x <= size &&
      z <= size &&
      all.every(({ position }) => Math.hypot(position.x - x, position.z - z) >= 1)
    for (let ring = 0; ring < size; ring++) {
      for (let i = -ring; i <= ring; i++) {
        for (let j = -ring; j <= ring; j++) {
          const isEdge = Math.max(Math.abs(i), Math.abs(j)) === ring
          const [x, z] = [cx + i, cz + j]
          if (isEdge && isFree(x, z)) return { x, y: 0, z }
        }
      }
    }
    return { x: cx, y: 0, z: cz }
  }

  private settle(history: History, select?: readonly string[]) {
    const selection = (select ?? this.state.selection).filter((id) => find(history.document, id))
    this.set({ history, shown: history.document, selection })
  }

  private set(change: Partial<EditorState>) {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** The next multiple of a step above a value. */
const next = (value: number, step: number) => (Math.floor(value / step + 1e-6) + 1) * step
