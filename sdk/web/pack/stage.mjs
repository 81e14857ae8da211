// Lays out `@witverse/sdk` and `@witverse/api-client` as they are packed: `node stage.mjs FOLDER`. The workspaces of this
// repository import the sources. Packed packages consist of ES modules and declarations, because Node runs no TypeScript
// of a dependency, and because the sources would be checked with the compiler options of the author.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { packedManifest } from './manifest.mjs'

const require = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '../../..')

/** `parts` are the exports of the workspace that are packed; the others are for the shell alone. */
const PACKAGES = [
  { folder: 'sdk/api-client', parts: ['.'] },
  {
    folder: 'sdk/web',
    parts: [
      '.',
      './router',
      './controls',
      './forms',
      './pickers',
      './data',
      './files',
      './content',
      './qr',
      './statements',
      './testing',
    ],
    files: {
      './rspack': 'rspack/plugin.mjs',
      './package.json': 'package.json',
    },
    copied: ['README.md', 'rspack/base.mjs', 'rspack/plugin.d.mts'],
  },
]

const [target] = process.argv.slice(2)
if (!target) throw new Error('the folder to write is missing')
for (const one of PACKAGES) await stage(one, path.resolve(target, path.basename(one.folder)))

async function stage({ folder, parts, files = {}, copied = [] }, to) {
  const from = path.join(root, folder)
  const workspace = readJson(path.join(from, 'package.json'))
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const sources = Object.fromEntries(parts.map((part) => [part, workspace.exports[part]]))
  await compile(from, Object.values(sources), to)
  declare(from, Object.values(sources), to)
  for (const file of [...Object.values(files), ...copied]) cpSync(path.join(from, file), path.join(to, file))
  const manifest = packedManifest({ workspace, sources, files, versions: rootVersions() })
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** One module for each source, without styles: the shell has those of all parts. */
async function compile(from, sources, to) {
  const bundle = await rolldown({
    cwd: from,
    input: sources,
    platform: 'browser',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    moduleTypes: { '.css': 'empty' },
    treeshake: { moduleSideEffects: (id) => id.endsWith('/schema.ts') },
  })
  const preserved = { preserveModules: true, preserveModulesRoot: path.join(from, 'src') }
  await bundle.write({ dir: path.join(to, 'dist'), format: 'esm', ...preserved })
  await bundle.close()
}

/** The declarations of all modules that the exports need. */
function declare(from, sources, to) {
  const out = path.join(to, 'dist')
  const config = path.join(to, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: path.join(from, 'src'),
    outDir: out,
  }
  const included = [
    ...sources,
    ...readdirSync(path.join(from, 'src')).filter((name) => name.endsWith('.d.ts')),
  ]
  const inside = included.map((file) => path.resolve(from, file.startsWith('.') ? file : `src/${file}`))
  const settings = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, files: inside }
  writeFileSync(config, JSON.stringify(settings))
  const typescript = require.resolve('typescript/package.json')
  const tsc = path.join(path.dirname(typescript), readJson(typescript).bin.tsc)
  execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  rmSync(config)
  for (const name of readdirSync(out, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const file = path.join(out, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/^import '[^']+\.css';\n/gm, ''))
  }
}

/** The versions of packages that the repository itself uses. */
function rootVersions() {
  return readJson(path.join(root, 'package.json')).devDependencies
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
