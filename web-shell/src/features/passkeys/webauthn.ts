// Passkeys in the server's JSON format. For browsers without their own JSON methods
// (older Safari), bytes are converted to base64url here.

export type Json = Record<string, unknown>
export type CeremonyOptions = Json

/** The person cancelled the browser's dialog, or it timed out. Not shown as an error. */
export class PasskeyDismissed extends Error {}

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Whether the browser can suggest passkeys in the email field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}

interface AskOptions {
  signal?: AbortSignal
  /** Suggests passkeys in a field instead of opening a dialog. */
  quietly?: boolean
}

/** Asks for a passkey of this site. */
export async function askPasskey(options: CeremonyOptions, { signal, quietly }: AskOptions = {}) {
  const publicKey = readRequest(inner(options))
  const found = await dismissible(
    navigator.credentials.get({
      publicKey,
      ...(signal && { signal }),
      ...(quietly && { mediation: 'conditional' as const }),
    }),
  )
  return writeCredential(found)
}

/** Creates a passkey for this site. */
export async function makePasskey(options: CeremonyOptions) {
  const publicKey = readCreation(inner(options))
  return writeCredential(await dismissible(navigator.credentials.create({ publicKey })))
}

async function dismissible(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await request
    if (found) return found as PublicKeyCredential
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw error
  }
  throw new PasskeyDismissed()
}

/** Some servers wrap the options in `publicKey`. */
const inner = (options: CeremonyOptions): CeremonyOptions =>
  (options.publicKey as CeremonyOptions | undefined) ?? options

interface CredentialJson {
  id: string
  [more: string]: unknown
}

function readRequest(options: CeremonyOptions): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function') {
    return PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    )
  }
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions
}

function readCreation(options: CeremonyOptions): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function') {
    return PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    )
  }
  const user = options.user as { id: string }
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
}

function withBytes(credentials: unknown): unknown[] {
  const list = Array.isArray(credentials) ? (credentials as CredentialJson[]) : []
  return list.map((one) => ({ ...one, id: bytesOf(one.id) }))
}

/** `credential.toJSON()`, for all browsers. */
export function writeCredential(credential: PublicKeyCredential): Json {
  if (typeof credential.toJSON === 'function') return { ...credential.toJSON() }
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse
  const parts = {
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle,
  }
  const written = Object.entries(parts)
    .filter(([, bytes]) => bytes)
    .map(([name, bytes]) => [name, textOf(bytes as ArrayBuffer)])
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(credential.authenticatorAttachment && {
      authenticatorAttachment: credential.authenticatorAttachment,
    }),
    response: Object.fromEntries(written),
  }
}

export function bytesOf(base64url: unknown): Uint8Array<ArrayBuffer> {
  const plain = String(base64url).replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
