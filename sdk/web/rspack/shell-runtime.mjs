// The federation runtime of remotes that are built and served with the shell: the copy that the shell has put on the page.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'

const { attachShareScopeMap, bundlerRuntime, runtime } = globalThis._FEDERATION_BUNDLER_RUNTIME

export default {
  attachShareScopeMap,
  // The shell's `init` would find the instance of the shell, whose build it belongs to.
  runtime: { ...runtime, init: runtime.createInstance },
  // Each remote has a share scope (`S`) of its own. `initContainerEntry` is for builds that expose modules; the shell exposes none.
  bundlerRuntime: { ...bundlerRuntime, S: {}, initContainerEntry },
  bundlerRuntimeOptions: {},
  initOptions: undefined,
  instance: undefined,
}
