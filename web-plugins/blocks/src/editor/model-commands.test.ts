import { expect, it } from 'vitest'
import { budgetOf } from './budget'
import { parseCopied, textOf } from './clipboard'
import { apply, inverse } from './commands'
import type { PlacedModel, SceneDocument } from './document'
import { addModel, describeModel, modelsOf } from './model-commands'

const EMPTY: SceneDocument = {
  ...{
    format: 1,
    seed: 3,
    size: 20,
    ground: { kind: 'grass', colour: '#5d9a63' },
    sky: { hue: 250, hour: null },
  },
  ...{ objects: [], spawnPoints: [], seats: [], links: [], lights: [] },
}
const model = (number: number): PlacedModel => ({
  fileId: `00000000-0000-4000-8000-00000000000${number}`,
  ...{ name: 'Pagoda', credit: '', size: { x: 1, y: 2, z: 1 }, triangles: 500, draws: 2 },
})
const at = { x: 4, y: 0, z: 4 }

function withModels(...numbers: number[]): SceneDocument {
  return numbers.reduce((document, number) => apply(document, addModel(document, model(number), at)), EMPTY)
}

it('lists each model once, with its copies', () => {
  const used = modelsOf(withModels(1, 2, 1))
  expect(used.map(({ model: { fileId }, copies }) => [fileId.at(-1), copies])).toEqual([
    ['1', 2],
    ['2', 1],
  ])
})

it('names a model in all copies, and back', () => {
  const document = withModels(1, 2, 1)
  const command = describeModel(document, model(1).fileId, { name: 'Tower', credit: 'Mina' })
  if (!command) throw new Error('no command')
  const after = apply(document, command)
  expect(after.objects.map((one) => one.model?.name)).toEqual(['Tower', 'Pagoda', 'Tower'])
  expect(apply(after, inverse(command))).toEqual(document)
  expect(describeModel(after, model(1).fileId, { name: 'Tower', credit: 'Mina' })).toBeNull()
})

it('counts triangles for each copy and draws for each model', () => {
  const before = budgetOf(EMPTY, () => 0)
  const after = budgetOf(withModels(1, 2, 1), () => 0)
  expect(after.triangles - before.triangles).toBe(1500)
  expect(after.draws - before.draws).toBe(4)
})

it('is copied with its file; a broken one is left out', () => {
  const { objects } = withModels(1)
  expect(parseCopied(textOf(objects))?.objects[0]?.model).toEqual(model(1))
  const broken = objects.map((one) => ({ ...one, model: { ...model(1), fileId: '../x' } }))
  expect(parseCopied(textOf(broken))).toMatchObject({ objects: [], dropped: 1 })
})
