// The devices that people log in with: an authenticator app (RFC 6238), a security key, a browser wallet.
import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BrowserContext, Page } from '@playwright/test'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(/[\s=]/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits that the app shows, now or some steps of 30 s away from it. */
export function totp(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 15
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Gives a page a security key that confirms every request without a touch. */
export async function addSecurityKey(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** EIP-55: the case of the letters is a checksum. */
function checksummed(plain: string): string {
  const hash = hex(keccak_256(new TextEncoder().encode(plain)))
  const letters = [...plain].map((letter, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

export interface Wallet {
  address: string
  sign(message: string): string
}

export function makeWallet(): Wallet {
  const key = secp256k1.utils.randomSecretKey()
  const address = checksummed(hex(keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(-20)))
  return {
    address,
    /** `personal_sign` of EIP-191; the message comes as hexadecimal. */
    sign(message: string) {
      const body = Buffer.from(message.slice(2), 'hex')
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`)
      const digest = keccak_256(Buffer.concat([prefix, body]))
      const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
      const [recovery, ...rest] = signed
      return `0x${hex(Uint8Array.from(rest))}${(27 + (recovery ?? 0)).toString(16)}`
    },
  }
}

/** Installs the wallet in a person's browser. */
export async function installWallet(context: BrowserContext, wallet: Wallet): Promise<void> {
  await context.exposeFunction('signWithWallet', (message: string) => wallet.sign(message))
  await context.addInitScript((address) => {
    const browser = window as unknown as {
      ethereum: { request(call: { method: string; params: string[] }): Promise<unknown> }
      signWithWallet(message: string | undefined): Promise<string>
    }
    browser.ethereum = {
      request: async ({ method, params }) =>
        method === 'eth_requestAccounts' ? [address] : browser.signWithWallet(params[0]),
    }
  }, wallet.address)
}
