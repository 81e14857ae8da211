// For the shell only: what it needs to be the host. Plugins import `@witverse/sdk`.
export * from './bridge'
export * from './context'
export * from './live-bus'
export * from './toasts'
export type * from './types'
