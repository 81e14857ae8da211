// Whether this browser can show the 3D room. Apart from the stage, so that asking does not load three.
export function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // Browsers allow few contexts: this one is given back.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null && context !== undefined
  } catch {
    return false
  }
}
