import { expect, it } from 'vitest'
import { packedManifest } from './manifest.mjs'

const workspace = {
  name: '@witverse/sdk',
  version: '0.1.0',
  private: true,
  type: 'module',
  sideEffects: ['**/*.css', './src/forms/schema.ts'],
  dependencies: { react: '19.3.1', zod: '4.6.7' },
  devDependencies: { '@rspack/core': '2.3.2', rolldown: '1.2.19' },
}
const packed = packedManifest({
  workspace,
  sources: { '.': './src/index.ts', './testing': './src/testing/index.tsx' },
  files: { './rspack': 'rspack/plugin.mjs' },
  versions: { '@types/react': '19.3.0', vitest: '4.1.12' },
})

it('exports modules with declarations, and files as they are', () => {
  expect(packed.exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
    './rspack': './rspack/plugin.mjs',
  })
  expect(packed.sideEffects).toEqual(['**/*.css', './dist/forms/schema.js'])
})

it('depends on what the build of a plugin needs, and leaves one copy of the rest to the author', () => {
  expect(packed.dependencies).toEqual({ zod: '4.6.7' })
  expect(packed.peerDependencies).toEqual({
    '@rspack/core': '2.3.2',
    '@types/react': '19.3.0',
    react: '19.3.1',
  })
})

it('can be published', () => expect('private' in packed).toBe(false))
