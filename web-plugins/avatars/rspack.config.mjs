// The drawings of portraits have a file of their own: they are larger than the page and change less often.
import { plugin } from '@witverse/sdk/rspack'

const config = plugin({ root: import.meta.dirname, id: 'avatars', withShell: true })
config.optimization.splitChunks.cacheGroups = {
  defaultVendors: false,
  drawings: { test: /[\\/]people[\\/]library[\\/]portrait\.json$/, name: 'drawings', enforce: true },
}

export default config
