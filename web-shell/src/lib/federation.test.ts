// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createRemoteScript } from './federation'

const PATH = '/assets/plugins/worlds/remoteEntry.abc.js'
const DIGEST = `sha384-${'A'.repeat(64)}`

it('loads the script of a remote with its digest', () => {
  const script = createRemoteScript(PATH, { [PATH]: DIGEST })
  expect(new URL(script.src).pathname).toBe(PATH)
  expect(script.integrity).toBe(DIGEST)
})

it.each([
  ['no digest at all', {}],
  ['the digest of another file', { '/assets/plugins/worlds/other.js': DIGEST }],
  ['an empty digest', { [PATH]: '' }],
  ['a digest that browsers ignore', { [PATH]: 'md5-AAAA' }],
  ['text that is no digest', { [PATH]: 'unchecked' }],
])('refuses a script with %s', (_, integrity) => {
  expect(() => createRemoteScript(PATH, integrity as Record<string, string>)).toThrow(
    `no known digest for ${PATH}`,
  )
})
