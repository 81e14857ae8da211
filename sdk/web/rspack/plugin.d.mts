import type { Configuration } from '@rspack/core'

interface PluginOptions {
  /** The folder of the front end: `import.meta.dirname`. */
  root: string
  /** The id in `plugin.toml`. */
  id: string
  /** By default `NODE_ENV` is `development`. */
  dev?: boolean
}

/** The build of a plugin's front end: `src/plugin.ts` and what it imports, into `dist`. */
export function plugin(options: PluginOptions): Configuration | Configuration[]
