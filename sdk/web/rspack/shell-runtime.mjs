// The federation's runtime of a remote that is built and served with the shell: the shell's copy, which is there already.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'

const { attachShareScopeMap, bundlerRuntime, runtime } = globalThis._FEDERATION_BUNDLER_RUNTIME

export default {
  attachShareScopeMap,
  // The shell's `init` would find the instance of the shell, whose build it belongs to.
  runtime: { ...runtime, init: runtime.createInstance },
  // What is written into stays with the remote. The shell exposes nothing, so its copy has no `initContainerEntry`.
  bundlerRuntime: { ...bundlerRuntime, S: {}, initContainerEntry },
  bundlerRuntimeOptions: {},
  initOptions: undefined,
  instance: undefined,
}
