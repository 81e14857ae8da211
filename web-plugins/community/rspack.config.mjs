import { plugin } from '@witverse/sdk/rspack'

export default plugin({ root: import.meta.dirname, id: 'community', withShell: true })
