// Solves one ALTCHA challenge outside of the main thread.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

const TIMEOUT_MS = 60_000

self.onmessage = async (event: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge({ challenge: event.data, deriveKey, timeout: TIMEOUT_MS }))
}
