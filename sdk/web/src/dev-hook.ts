// Development only: each remote brings a fast-refresh runtime of its own, later than react-dom registers.
// Remembering the renderers lets those late ones see the host's.
interface Hook {
  renderers: Map<number, unknown>
  inject: (renderer: unknown) => number
}

const hook = (globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook }).__REACT_DEVTOOLS_GLOBAL_HOOK__
if (hook) {
  const inject = hook.inject
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer)
    hook.renderers.set(id, renderer)
    return id
  }
}

export {}
