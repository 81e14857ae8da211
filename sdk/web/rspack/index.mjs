// The build of every front end: `shell` is the host of the federation, `plugin` a remote.
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { base, isDev, sharedBy } from './base.mjs'

export { plugin, prerender } from './plugin.mjs'

/** The host of the federation: bundles the shared packages and runs the pages of plugins. */
export function shell({ root, dev = isDev() }) {
  const config = base({ root, name: 'shell', publicPath: '/assets/shell/', dev })
  config.name = 'shell'
  config.entry = { main: dev ? ['@witverse/sdk/dev-hook', './src/main.tsx'] : './src/main.tsx' }
  if (dev) config.devServer = devServer()
  config.optimization.splitChunks = { chunks: 'async', cacheGroups: chunkGroups() }
  config.plugins.push(
    new ModuleFederationPlugin({
      name: 'shell',
      shared: sharedBy('host'),
      dts: false,
      manifest: false,
      shareStrategy: 'loaded-first',
      // Remotes are registered by their entry, so that the runtime needs no snapshots of manifests.
      experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
    new rspack.HtmlRspackPlugin({
      template: './src/index.html',
      scriptLoading: 'defer',
      inject: 'head',
      minify: false, // the kernel replaces a comment in the page
    }),
  )
  return config
}

/**
 * The name and the digest of each chunk are in the first load, so a package gets a chunk of its own only if several chunks
 * need it, or if it would make another too large for the budget.
 */
function chunkGroups() {
  const packages = (names) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
  return {
    defaultVendors: {
      test: packages('.*'),
      minChunks: 2,
      minSize: 20_000,
      reuseExistingChunk: true,
      priority: -10,
    },
    chart: { test: packages('chart\\.js|@kurkle'), enforce: true },
  }
}

/** A web worker of the shell, built separately so that it does not carry the federation runtime. */
export function worker({ root, name, entry, dev = isDev() }) {
  const config = base({ root, name, publicPath: '/assets/shell/', dev })
  config.entry = { [name]: entry }
  config.output.filename = '[name].js'
  config.output.clean = false
  config.target = ['webworker', 'es2022']
  config.plugins = []
  return config
}

/** The shell with hot reload in front of a running kernel, which serves calls and plugins. */
function devServer() {
  const kernel = process.env.WITVERSE_KERNEL ?? 'http://127.0.0.1:8080'
  return {
    port: 4201,
    host: '127.0.0.1',
    hot: true,
    historyApiFallback: { index: '/assets/shell/index.html' },
    client: { overlay: false },
    proxy: [{ context: ['/api', '/dev/mailbox', '/dev/clock', '/assets/plugins'], target: kernel }],
  }
}
