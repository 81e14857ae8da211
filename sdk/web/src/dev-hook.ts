// Development only. Each remote brings its own fast-refresh runtime, which starts after react-dom has registered.
// The hook keeps the renderers, so that late runtimes find the host's.
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
