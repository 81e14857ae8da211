// The commands about uploaded models.
import type { Change, Command } from './commands'
import {
  freeIds,
  type PlacedModel,
  type PlacedObject,
  type Position,
  positionIn,
  type SceneDocument,
} from './document'

export const MODELS_MAX = 20
export const NAME_MAX = 60
export const CREDIT_MAX = 200
/** What stands for a model until it is loaded. */
const BOX_COLOUR = '#7a7488'

/** A model of the block, and how many copies of it stand there. */
export interface UsedModel {
  model: PlacedModel
  copies: number
}

/** The different models of a document, in the order of their first copies. */
export function modelsOf({ objects }: SceneDocument): UsedModel[] {
  const used = new Map<string, UsedModel>()
  for (const { model } of objects) {
    if (!model) continue
    const before = used.get(model.fileId)
    used.set(model.fileId, { model: before?.model ?? model, copies: (before?.copies ?? 0) + 1 })
  }
  return [...used.values()]
}

export function addModel(document: SceneDocument, model: PlacedModel, position: Position): Command {
  const id = freeIds(document)('model')
  const object: PlacedObject = {
    ...{ id, kind: 'model', position: positionIn(document, position), yaw: 0 },
    ...{ scale: 1, colour: BOX_COLOUR, model },
  }
  const at = document.objects.length
  return { name: 'add', changes: [{ list: 'objects', at, before: null, after: object }], select: [id] }
}

/** Names a model, in all its copies. */
export function describeModel(
  document: SceneDocument,
  fileId: string,
  { name, credit }: { name: string; credit: string },
): Command | null {
  const changes = document.objects.flatMap((before, at): Change[] => {
    const { model } = before
    if (model?.fileId !== fileId || (model.name === name && model.credit === credit)) return []
    return [{ list: 'objects', at, before, after: { ...before, model: { ...model, name, credit } } }]
  })
  return changes.length > 0 ? { name: 'rename', changes } : null
}
