// The host's side of the SDK, for the shell only. Plugins import `@witverse/sdk`.

export { onCannotSave } from '../format/files'
export { isolated } from '../text/isolate'
export { addJosaFormat } from '../text/josa'
export { serverClock } from '../time/server-clock'
export * from './bridge'
export * from './context'
export * from './live-bus'
export * from './toasts'
export type * from './types'
