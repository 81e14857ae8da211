// What the items of scenes are: those of a loaded version, and those that were chosen since. All open editors of a page share
// the table, as they share the table of models.
import type { SceneItem } from '../room/scene'

const known = new Map<string, SceneItem>()

export const sceneItems = {
  add(items: readonly SceneItem[]) {
    for (const item of items) known.set(item.itemId, item)
  },
  get: (id: string | undefined): SceneItem | undefined => (id === undefined ? undefined : known.get(id)),
  list: (): SceneItem[] => [...known.values()],
  /** A scene was published: these items stand in it, and no others. */
  publish(ids: readonly string[]) {
    for (const [id, item] of known) known.set(id, { ...item, isPlaced: ids.includes(id) })
  },
}
