// Parts of three.js that no room uses, as the renderer calls them: XR, shadow maps, environment maps, output effects.

export function WebXRManager() {
  const nothing = () => undefined
  return {
    ...{ enabled: false, isPresenting: false, cameraAutoUpdate: false },
    ...{
      addEventListener: nothing,
      removeEventListener: nothing,
      setAnimationLoop: nothing,
      dispose: nothing,
    },
    getEnvironmentBlendMode: nothing,
    hasDepthSensing: () => false,
  }
}

export function WebGLShadowMap() {
  return { enabled: false, autoUpdate: false, needsUpdate: false, type: 0, render: () => undefined }
}

/** Environment maps that are no cube are not drawn. */
export function WebGLEnvironments() {
  return { get: (texture) => texture ?? null, dispose: () => undefined }
}

export function WebGLOutput() {
  throw new Error('rooms are drawn without output effects')
}
