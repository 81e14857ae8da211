// The build of every front end: `shell` is the host of the federation, `plugin` a remote.
// Only the shell provides shared packages; a remote never carries a copy (`import: false`).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

const SHARED = [
  'react',
  'react/jsx-runtime',
  '@tanstack/react-query',
  'react-i18next',
  '@witverse/sdk',
  '@witverse/sdk/router',
]
/**
 * Parts of the SDK that are fetched with the first page that uses them. All plugins share the shell's copy, which exists
 * because the shell's component gallery imports each part.
 */
const SHARED_LATER = ['controls', 'forms', 'pickers', 'data', 'content', 'files'].map(
  (part) => `@witverse/sdk/${part}`,
)
/** Browsers with light-dark(), relative colours and nested rules. They do not all have @scope. */
const BROWSERS = ['chrome 123', 'safari 17.5', 'firefox 128']
const require = createRequire(import.meta.url)

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
    editor: { test: packages('prosemirror-view'), enforce: true },
  }
}

/**
 * A remote: everything starts at ./src/plugin.ts. Files under ./public are copied as they are. With a ./src/prerender.tsx
 * there are two builds: the remote, and the markup of its pages.
 */
export function plugin({ root, id, dev = isDev() }) {
  const remote = remoteBuild({ root, id, dev })
  if (!existsSync(path.join(root, 'src/prerender.tsx'))) return remote
  return [remote, prerender({ root, after: remote.name, publicPath: `/assets/plugins/${id}/`, dev })]
}

function remoteBuild({ root, id, dev }) {
  const name = remoteName(id)
  const config = base({ root, name, publicPath: `/assets/plugins/${id}/`, dev })
  config.name = name
  config.entry = {}
  config.optimization.splitChunks = { chunks: 'async' }
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

export const remoteName = (id) => `p_${id.replaceAll('-', '_').replaceAll('.', '_')}`

function base({ root, name, publicPath, dev }) {
  const hash = dev ? '' : '.[contenthash:10]'
  return {
    context: root,
    mode: dev ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: dev ? 'cheap-module-source-map' : false,
    lazyCompilation: false, // with it, remotes never load in development
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: dev ? {} : smallerBuilds(),
    },
    output: {
      path: path.join(root, 'dist'),
      publicPath,
      uniqueName: name,
      clean: true,
      crossOriginLoading: 'anonymous',
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      cssFilename: `[name]${hash}.css`,
      cssChunkFilename: `[name]${hash}.css`,
      assetModuleFilename: '[name].[contenthash:10][ext]',
    },
    module: {
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          resourceQuery: { not: [/raw/] },
          loader: 'builtin:swc-loader',
          type: 'javascript/auto',
          options: {
            detectSyntax: 'auto',
            jsc: {
              target: 'es2022',
              transform: { react: { runtime: 'automatic', development: dev, refresh: dev } },
            },
          },
        },
        {
          test: /\.css$/,
          exclude: /pretendard|fonts\.css$/,
          type: 'css/auto',
          use: ['@tailwindcss/webpack'],
        },
        { test: /pretendard.*\.css$|fonts\.css$/, type: 'css/auto' },
        { test: /\.(woff2|webp|svg)$/, type: 'asset/resource' },
        // The text of a file, for the examples of the gallery.
        { resourceQuery: /raw/, type: 'asset/source' },
      ],
    },
    plugins: dev
      ? [new ReactRefreshRspackPlugin()]
      : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] })],
    performance: { hints: false },
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
  }
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

function sharedBy(role) {
  return Object.fromEntries(
    [...SHARED, ...SHARED_LATER].map((key) => {
      const version = versionOf(key)
      return [
        key,
        role === 'host'
          ? { singleton: true, version, requiredVersion: false, eager: SHARED.includes(key) }
          : { singleton: true, import: false, requiredVersion: `^${version}`, strictVersion: true },
      ]
    }),
  )
}

/** The builds of packages that the bundler does not select by default. */
function smallerBuilds() {
  const beside = (found, file) => path.join(path.dirname(found), file)
  return {
    // Its default is the development build, with warnings.
    'react-router$': beside(require.resolve('react-router/package.json'), 'dist/production/index.mjs'),
    // The federation plugin requires the CommonJS build, from which unused parts cannot be removed.
    '@module-federation/runtime-core$': beside(
      require.resolve('@module-federation/runtime-core'),
      'index.js',
    ),
  }
}

function versionOf(key) {
  const parts = key.split('/')
  const name = parts.slice(0, key.startsWith('@') ? 2 : 1).join('/')
  return JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version
}

function isDev() {
  return process.env.NODE_ENV === 'development'
}
