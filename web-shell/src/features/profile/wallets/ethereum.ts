// The browser's wallet, by the little that is needed of it (EIP-1193): an address, and a signature of a message.

export interface Ethereum {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
}

export class WalletMissing extends Error {}
/** The person said no in the wallet's own window. */
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

/** EIP-191: the message is sent as hexadecimal, so that no wallet reads it as anything else. */
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
