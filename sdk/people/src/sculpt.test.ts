// The parts of the generator that the library cannot show.
import { expect, it } from 'vitest'
import { decimate } from '../sculpt/decimate'
import { cutBorders, polygonise, settle, union } from '../sculpt/mesh'
import { ball, type Field, plane } from '../sculpt/sdf'
import { type Kind, weightsAt } from '../sculpt/weights'

it('gives every point to bones, with shares that add up to 1', () => {
  for (const kind of ['body', 'legs', 'skirt', 'head', 'hair'] satisfies Kind[])
    for (let y = 0; y <= 1.6; y += 0.05)
      for (const [x, z] of [
        [0, 0.1],
        [0.1, 0],
        [-0.3, -0.1],
        [0.45, 0],
      ] as const) {
        const shares = weightsAt(x, y, z, { kind })
        expect(Math.min(...shares), `${kind} ${y}`).toBeGreaterThanOrEqual(0)
        expect(
          shares.reduce((sum, share) => sum + share, 0),
          `${kind} ${y}`,
        ).toBeCloseTo(1, 6)
      }
})

const halves: { field: Field }[] = [-1, 1].map((side) => {
  const [round, half] = [ball([0, 0, 0], 0.2), plane([0, 0, 0], [side, 0, 0])]
  return { field: (x: number, y: number, z: number) => Math.max(round(x, y, z), half(x, y, z)) }
})

it('makes a closed surface with a crisp border between labels', () => {
  const field = union(halves)
  const mesh = polygonise(field, { low: [-0.3, -0.3, -0.3], high: [0.3, 0.3, 0.3] }, 0.02)
  settle(mesh, field, 0.02)
  cutBorders(mesh, halves)
  const small = decimate(mesh, { target: 200, weight: () => 1, border: 6, dearest: 1 })
  expect(small.faces.length).toBeLessThanOrEqual(200)
  for (const { x, y, z } of small.vertices) expect(Math.abs(field(x, y, z))).toBeLessThan(0.01)
  const edges = new Map<object, Set<object>>()
  for (const { a, b, c } of small.faces)
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
  // Every edge has its opposite: there is no hole.
  for (const [from, all] of edges) for (const to of all) expect(edges.get(to)?.has(from)).toBe(true)
  // No triangle reaches over the border.
  for (const { a, b, c, label } of small.faces)
    for (const { x } of [a, b, c]) expect(label === 0 ? x : -x).toBeGreaterThan(-0.012)
})
