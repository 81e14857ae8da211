// Options for every package.
import { OptionDefaults } from 'typedoc'

export default {
  tsconfig: new URL('tsconfig.json', import.meta.url).pathname,
  // The types are checked by the repository's own compiler.
  skipErrorChecking: true,
  treatWarningsAsErrors: true,
  validation: { notExported: false, invalidLink: true },
  // The generated types of the API have them.
  blockTags: [...OptionDefaults.blockTags, '@description', '@constant'],
  // What a class inherits of React.
  excludeExternals: true,
  readme: 'none',
  disableSources: true,
  disableGit: true,
  hideGenerator: true,
  logLevel: 'Warn',
}
