#!/usr/bin/env node
// Makes the component of a plugin: `witverse-component src/plugin.js` writes `target/component.wasm`. The engine of
// JavaScript is a part of it; it imports the interfaces of the platform and nothing else.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { componentize } from '@bytecodealliance/componentize-js'
import { build } from 'esbuild'

const OUT = 'target/component.wasm'

const [entry] = process.argv.slice(2)
if (!entry) {
  process.stderr.write('usage: witverse-component <the module that exports guest>\n')
  process.exit(2)
}
const bundled = await build({
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['witverse:*'],
  write: false,
  logLevel: 'error',
})
const { component } = await componentize(bundled.outputFiles[0].text, {
  witPath: fileURLToPath(new URL('wit', import.meta.url)),
  worldName: 'plugin',
  // Without these the engine imports no WASI: clock, randomness and log come from the platform.
  disableFeatures: ['random', 'stdio', 'clocks', 'http', 'fetch-event'],
})
await mkdir('target', { recursive: true })
await writeFile(OUT, component)
