// Loads the rules of the room into node: the kinds, collisions and paths that the scenes are written and checked with.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rspack } from '@rspack/core'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'node_modules/.cache/rules')

export async function loadRules() {
  const config = {
    mode: 'production',
    target: 'node20',
    context: root,
    entry: { rules: './src/dev/rules.ts' },
    optimization: { minimize: false },
    experiments: { outputModule: true },
    output: { path: folder, filename: '[name].mjs', module: true, library: { type: 'module' } },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        },
      ],
    },
  }
  await new Promise((resolve, reject) =>
    rspack(config).run((error, stats) =>
      error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : resolve(),
    ),
  )
  return import(pathToFileURL(path.join(folder, 'rules.mjs')).href)
}
