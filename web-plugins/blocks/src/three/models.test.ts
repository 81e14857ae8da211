import type { InstancedBufferGeometry, Mesh } from 'three'
import { afterEach, expect, it, vi } from 'vitest'
import { recorded, recordedWith } from '../room/recorded-model'
import type { SceneObject } from '../room/scene'
import { Models } from './models'

afterEach(() => vi.unstubAllGlobals())

const GLASS = recordedWith('"alphaMode":"OPAQUE","doubleSided":true', '"alphaMode":"BLEND"')

const copy = (url: string, x: number): SceneObject => ({
  ...{ id: `${url}${x}`, kind: 'model', x, y: 0, z: 0, yaw: 0, scale: 1, colour: '#ffffff' },
  model: { fileId: '', url, name: '', credit: '', size: { x: 1, y: 1, z: 1 }, triangles: 18, draws: 1 },
})

/** The places of the copies of each model, in the order in which they are drawn. */
function drawn(models: Models): number[][] {
  const meshes = [...models.group.children] as Mesh<InstancedBufferGeometry>[]
  return meshes
    .sort((a, b) => a.renderOrder - b.renderOrder)
    .map(({ geometry }) => {
      const at = geometry.getAttribute('iAt')
      return Array.from({ length: geometry.instanceCount }, (_, i) => at.getX(i))
    })
}

it('draws transparent models and their copies from the far to the near, and others in any order', async () => {
  vi.stubGlobal('Image', class {})
  vi.stubGlobal('fetch', async (url: string) => new Response(url.startsWith('/solid') ? recorded() : GLASS))
  const models = new Models()
  const scene = [
    copy('/a', 1),
    copy('/a', 9),
    copy('/a', 5),
    copy('/b', 3),
    copy('/b', 20),
    copy('/solid', 4),
  ]
  models.set([...scene, copy('/solid', 0)], [])
  const look = (x: number) => models.update({ x, y: 1, z: 0 }, 0, performance.now())
  await vi.waitFor(() => {
    look(0)
    expect(drawn(models)).toHaveLength(3)
  })
  look(0)
  const solid = [4, 0]
  expect(drawn(models)).toEqual([solid, [20, 3], [9, 5, 1]])
  look(0.2)
  expect(drawn(models), 'moved a little').toEqual([solid, [20, 3], [9, 5, 1]])
  look(21)
  expect(drawn(models)).toEqual([solid, [1, 5, 9], [3, 20]])
  look(5.1)
  expect(drawn(models)).toEqual([solid, [20, 3], [1, 9, 5]])
  models.dispose()
})
