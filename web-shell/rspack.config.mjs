import { rspack } from '@rspack/core'
import { prerender, shell, worker } from '@witverse/sdk/rspack'

const root = import.meta.dirname
const page = shell({ root })
page.output.clean = { keep: /captcha-worker/ }
page.plugins.push(new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }))

export default [
  page,
  prerender({ root, after: 'shell', publicPath: '/assets/shell/' }),
  worker({ root, name: 'captcha-worker', entry: './src/features/sign-up/captcha.worker.ts' }),
]
