// The part of the package that journeys use; it brings no types.
declare module 'gltf-validator' {
  interface Issue {
    code: string
    /** 0 is an error. */
    severity: number
    pointer?: string
  }
  const validator: {
    validateBytes: (bytes: Uint8Array) => Promise<{ issues: { messages: Issue[] } }>
  }
  export default validator
}
