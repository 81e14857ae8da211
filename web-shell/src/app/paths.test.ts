import { expect, it } from 'vitest'
import { routerPath } from './paths'

it.each([
  ['/', '/'],
  ['/{worldName}', '/:worldName'],
  ['/{worldName}/post/{id}', '/:worldName/post/:id'],
])('%s', (path, expected) => expect(routerPath(path)).toBe(expected))
