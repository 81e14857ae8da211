// The commands about items on frames and stands.
import { showsItem } from '../room/kinds'
import { add, type Command } from './commands'
import { find, isObject, type Position, type SceneDocument } from './document'

/** The items that a document shows. */
export const itemsOf = ({ objects }: SceneDocument): string[] => objects.flatMap(({ item }) => item ?? [])

/** A new frame or stand; null stands empty. */
export function addItem(
  document: SceneDocument,
  kind: string,
  item: string | null,
  position: Position,
): Command | null {
  const command = showsItem(kind) ? add(document, kind, position) : null
  if (!command || item === null) return command
  const changes = command.changes.map((change) =>
    'list' in change && change.after ? { ...change, after: { ...change.after, item } } : change,
  )
  return { ...command, changes }
}

/** Lets a frame or a stand show another item, or none. */
export function showItem(document: SceneDocument, id: string, item: string | null): Command | null {
  const found = find(document, id)
  if (!found || !isObject(found.thing) || !showsItem(found.thing.kind)) return null
  const { item: before, ...empty } = found.thing
  if ((before ?? null) === item) return null
  const after = item === null ? empty : { ...empty, item }
  return { name: 'item', changes: [{ list: 'objects', at: found.at, before: found.thing, after }] }
}
