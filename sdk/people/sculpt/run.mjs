// node sculpt/run.mjs sculpt|view …: bundles a program of this folder into target/people and runs it.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'rolldown'

const [program = 'sculpt', ...rest] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '..')
const file = path.resolve(root, `../../target/people/${program}.mjs`)
await build({
  input: path.join(root, program === 'view' ? 'sculpt/view/main.ts' : 'sculpt/start.ts'),
  platform: 'node',
  external: ['playwright-core', 'rolldown'],
  logLevel: 'warn',
  output: { file },
})
const { status } = spawnSync(process.execPath, [file, root, ...rest], { stdio: 'inherit' })
process.exit(status ?? 1)
