// What people carry with them: an authenticator app (RFC 6238), a security key, a browser wallet.
import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32) {
  const bits = [...base32.replaceAll(/[\s=]/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits that the app shows, now or some steps of 30 s away from it. */
export function totp(secret, steps = 0) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hash[hash.length - 1] & 15
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Gives a page a security key that says yes by itself. */
export async function addSecurityKey(context, page) {
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

const hex = (bytes) => Buffer.from(bytes).toString('hex')

/** EIP-55: the case of the letters is a checksum. */
function checksummed(plain) {
  const hash = hex(keccak_256(new TextEncoder().encode(plain)))
  const letters = [...plain].map((letter, index) =>
    Number.parseInt(hash[index], 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

export function makeWallet() {
  const key = secp256k1.utils.randomSecretKey()
  const address = checksummed(hex(keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(-20)))
  return {
    address,
    /** `personal_sign` of EIP-191; the message comes as hexadecimal. */
    sign(message) {
      const body = Buffer.from(message.slice(2), 'hex')
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`)
      const digest = keccak_256(Buffer.concat([prefix, body]))
      const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
      const [recovery, ...rest] = signed
      return `0x${hex(rest)}${(27 + recovery).toString(16)}`
    },
  }
}

/** Installs the wallet in a person's browser. */
export async function installWallet(context, wallet) {
  await context.exposeFunction('signWithWallet', (message) => wallet.sign(message))
  await context.addInitScript((address) => {
    window.ethereum = {
      request: async ({ method, params }) =>
        method === 'eth_requestAccounts' ? [address] : window.signWithWallet(params[0]),
    }
  }, wallet.address)
}
