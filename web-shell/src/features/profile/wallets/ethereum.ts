// The parts of EIP-1193 that are needed: requesting an address and signing a message.

export interface Ethereum {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
}

export class WalletMissing extends Error {}
/** The person declined in the wallet. */
export class WalletRefused extends Error {}

const USER_REJECTED = 4001

export function findWallet(): Ethereum {
  const found = (window as { ethereum?: Ethereum }).ethereum
  if (typeof found?.request !== 'function') throw new WalletMissing()
  return found
}

export async function askAddress(wallet: Ethereum): Promise<string> {
  const accounts = await ask(wallet, 'eth_requestAccounts')
  const first = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof first !== 'string') throw new WalletRefused()
  return first
}

/** EIP-191. The message is sent as hexadecimal, so that every wallet signs the same bytes. */
export async function signMessage(wallet: Ethereum, message: string, address: string): Promise<string> {
  const bytes = [...new TextEncoder().encode(message)]
  const hex = `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return String(await ask(wallet, 'personal_sign', [hex, address]))
}

async function ask(wallet: Ethereum, method: string, params?: unknown[]): Promise<unknown> {
  try {
    return await wallet.request({ method, ...(params && { params }) })
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === USER_REJECTED) throw new WalletRefused()
    throw error
  }
}

/** 0x1234…abcd */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
