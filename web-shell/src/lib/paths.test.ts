import { expect, it } from 'vitest'
import { routerPath } from './paths'

it.each([
  ['/', '/'],
  ['/{worldName}', '/:worldName'],
  ['/{worldName}/post/{id}', '/:worldName/post/:id'],
])('converts %s', (path, expected) => expect(routerPath(path)).toBe(expected))
