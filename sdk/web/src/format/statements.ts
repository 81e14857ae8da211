// Verifies statements that the platform signed for a plugin, with the published keys, in the browser.

/** The members of a JSON Web Key that the check uses. */
export interface VerifyingKey {
  kid?: string
  kty?: string
  crv?: string
  x?: string
}

export interface SignedStatement {
  keyId: string
  /** Base64url. */
  signature: string
  statement: string
}

export type VerifyingCrypto = Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>

const ED25519 = { name: 'Ed25519' }
const utf8 = new TextEncoder()

const importKey = (crypto: VerifyingCrypto, { kty = '', crv = '', x = '' }: VerifyingKey) =>
  crypto.importKey('jwk', { kty, crv, x }, ED25519, false, ['verify'])

/** Whether the browser supports Ed25519. */
export async function canVerify(crypto: VerifyingCrypto, keys: readonly VerifyingKey[]): Promise<boolean> {
  const [first] = keys
  if (!first) return true // without keys the signature check reports the missing key
  try {
    await importKey(crypto, first)
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return false
    return true
  }
}

/** What is wrong with the signature of a statement that was signed for `plugin`; null if nothing is. */
export async function signatureFault(
  crypto: VerifyingCrypto,
  plugin: string,
  { keyId, signature, statement }: SignedStatement,
  keys: readonly VerifyingKey[],
): Promise<'key' | 'signature' | null> {
  const key = keys.find(({ kid }) => kid === keyId)
  const imported = key && (await importKey(crypto, key).catch(() => undefined))
  if (!imported) return 'key'
  // The name of the plugin is signed too, so that a signature is not valid in another context.
  const good = await crypto
    .verify(ED25519, imported, bytesOf(signature), utf8.encode(`witverse:${plugin}\n${statement}`))
    .catch(() => false)
  return good ? null : 'signature'
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
