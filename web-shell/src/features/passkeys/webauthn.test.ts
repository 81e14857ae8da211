import { expect, it, vi } from 'vitest'
import { askPasskey, bytesOf, makePasskey, PasskeyDismissed, textOf, writeCredential } from './webauthn'

const bytes = (...values: number[]) => Uint8Array.from(values).buffer

it('encodes and decodes base64url', () => {
  expect(textOf(bytes(251, 255, 254))).toBe('-__-')
  expect([...bytesOf('-__-')]).toEqual([251, 255, 254])
  expect([...bytesOf('AQ')]).toEqual([1])
})

it('works without the JSON methods of newer browsers', async () => {
  vi.stubGlobal('PublicKeyCredential', {})
  const raw = {
    id: 'AQ',
    rawId: bytes(1),
    type: 'public-key',
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes(2),
      authenticatorData: bytes(3),
      signature: bytes(4),
      userHandle: null,
    },
  }
  const get = vi.fn(async (_options: unknown) => raw)
  vi.stubGlobal('navigator', { credentials: { get } })
  const written = await askPasskey({ challenge: 'AQI', allowCredentials: [{ id: 'Aw', type: 'public-key' }] })
  expect(get).toHaveBeenCalledWith({
    publicKey: {
      challenge: Uint8Array.of(1, 2),
      allowCredentials: [{ id: Uint8Array.of(3), type: 'public-key' }],
    },
  })
  expect(written).toEqual({
    id: 'AQ',
    rawId: 'AQ',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'Ag', authenticatorData: 'Aw', signature: 'BA' },
  })
})

it('unwraps options that a server wrapped', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: unknown) => options })
  const create = vi.fn(async (_options: unknown) => ({ toJSON: () => ({ id: 'k' }) }))
  vi.stubGlobal('navigator', { credentials: { create } })
  expect(await makePasskey({ publicKey: { challenge: 'AA' } })).toEqual({ id: 'k' })
  expect(create).toHaveBeenCalledWith({ publicKey: { challenge: 'AA' } })
})

it.each(['NotAllowedError', 'AbortError'])('treats %s as a cancellation', async (name) => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: unknown) => options })
  const get = () => Promise.reject(new DOMException('', name))
  vi.stubGlobal('navigator', { credentials: { get } })
  await expect(askPasskey({ challenge: 'AA' })).rejects.toBeInstanceOf(PasskeyDismissed)
})

it('rethrows other errors', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: unknown) => options })
  const get = () => Promise.reject(new DOMException('', 'SecurityError'))
  vi.stubGlobal('navigator', { credentials: { get } })
  await expect(askPasskey({ challenge: 'AA' })).rejects.toMatchObject({ name: 'SecurityError' })
})

it('prefers the JSON methods of the browser', () => {
  expect(writeCredential({ toJSON: () => ({ id: 'own' }) } as never)).toEqual({ id: 'own' })
})
