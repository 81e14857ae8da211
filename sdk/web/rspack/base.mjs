// What the builds of the shell and of plugins have in common: the shared packages, and the settings of the bundler.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

const SHARED = [
  'react',
  'react/jsx-runtime',
  '@tanstack/react-query',
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

export function base({ root, name, publicPath, dev }) {
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
        { test: /\.css$/, type: 'css/auto' },
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

export function sharedBy(role) {
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

export function isDev() {
  return process.env.NODE_ENV === 'development'
}
