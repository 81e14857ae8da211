// Undo and redo, back to the beginning of the session: there is no limit.
import { apply, type Command, inverse } from './commands'
import type { SceneDocument } from './document'

export interface History {
  readonly document: SceneDocument
  readonly past: readonly Command[]
  readonly future: readonly Command[]
}

export const begin = (document: SceneDocument): History => ({ document, past: [], future: [] })

export const run = ({ document, past }: History, command: Command): History => ({
  document: apply(document, command),
  past: [...past, command],
  future: [],
})

export function undo({ document, past, future }: History): History | null {
  const command = past.at(-1)
  if (!command) return null
  return {
    document: apply(document, inverse(command)),
    past: past.slice(0, -1),
    future: [command, ...future],
  }
}

export function redo({ document, past, future }: History): History | null {
  const [command, ...rest] = future
  if (!command) return null
  return { document: apply(document, command), past: [...past, command], future: rest }
}
