// The build of a plugin's front end, a remote of the federation. It never carries a copy of a shared package
// (`import: false`): only the shell provides them. Packed for authors, so nothing here is about the shell.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { base, isDev, sharedBy } from './base.mjs'

const require = createRequire(import.meta.url)

/**
 * A remote: everything starts at ./src/plugin.ts. Files under ./public are copied as they are. With a ./src/prerender.tsx
 * there are two builds: the remote, and the markup of its pages. A remote `withShell` is built and served with the shell, and uses
 * its copy of the federation's runtime.
 */
export function plugin({ root, id, withShell = false, dev = isDev() }) {
  const remote = remoteBuild({ root, id, withShell, dev })
  if (!existsSync(path.join(root, 'src/prerender.tsx'))) return remote
  return [remote, prerender({ root, after: remote.name, publicPath: `/assets/plugins/${id}/`, dev })]
}

function remoteBuild({ root, id, withShell, dev }) {
  const name = remoteName(id)
  const config = base({ root, name, publicPath: `/assets/plugins/${id}/`, dev })
  config.name = name
  config.entry = {}
  config.optimization.splitChunks = { chunks: 'async' }
  if (withShell) {
    const runtime = require.resolve('@module-federation/webpack-bundler-runtime')
    config.resolve.alias[runtime] = path.join(import.meta.dirname, 'shell-runtime.mjs')
  }
  config.plugins.push(
    new ModuleFederationPlugin({
      name,
      filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
      exposes: { './plugin': './src/plugin.ts' },
      shared: sharedBy('remote'),
      dts: false,
      manifest: true,
      experiments: { externalRuntime: true, optimization: { target: 'web' } },
    }),
  )
  if (existsSync(path.join(root, 'public'))) {
    config.plugins.push(
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', noErrorOnMissing: true }] }),
    )
  }
  return config
}

/**
 * Renders the markup that `./src/prerender.tsx` exports as `rendered` (a promise of files by name) into `dist/prerender`,
 * after the front end `after` was built. The kernel sends it with the page.
 */
export function prerender({ root, after, publicPath, dev = isDev() }) {
  const config = base({ root, name: `${after}_prerender`, publicPath, dev })
  const work = path.join(root, 'node_modules/.cache/prerender')
  config.name = `${after}_prerender`
  config.dependencies = [after]
  config.entry = { render: './src/prerender.tsx' }
  config.target = 'node20'
  config.output = { ...config.output, path: work, filename: '[name].cjs', library: { type: 'commonjs2' } }
  config.module.rules = [
    config.module.rules[0],
    { test: /\.css$/, type: 'asset/source' },
    { test: /\.(woff2|webp|svg)$/, type: 'asset/resource', generator: { emit: false } },
  ]
  config.optimization = { minimize: false }
  config.plugins = [
    {
      apply: (compiler) =>
        compiler.hooks.done.tapPromise('prerender', async (stats) => {
          if (!stats.hasErrors())
            await writeRendered(path.join(work, 'render.cjs'), path.join(root, 'dist/prerender'))
        }),
    },
  ]
  return config
}

async function writeRendered(script, folder) {
  delete require.cache[script] // it may have been built again
  const files = await require(script).rendered
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, markup] of Object.entries(files)) writeFileSync(path.join(folder, name), markup)
}

const remoteName = (id) => `p_${id.replaceAll('-', '_').replaceAll('.', '_')}`
