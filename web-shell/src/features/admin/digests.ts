// SHA-256 of files, as 64 hexadecimal digits.

export const isDigest = (typed: string): boolean => /^[0-9a-f]{64}$/i.test(typed.trim())

/** Computed in the browser. */
export async function digestOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
