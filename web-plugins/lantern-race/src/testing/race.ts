// Sample races for tests.
import type { Race, Runner } from '../api/races'

export const runner = (nickname: string, change: Partial<Runner> = {}): Runner => ({
  ...{ userId: `u-${nickname}`, nickname, state: 'running', passed: 0, falseStarts: 0 },
  ...{ timeMs: null, rank: null, isBest: false },
  ...change,
})

/** Created at 0: the lobby ends at 10 s, the signal is at 13 s. */
export const race = (change: Partial<Race> = {}): Race => ({
  ...{ raceId: 'r1', blockId: 'b1', state: 'open', endReason: null, startedBy: 'u-mina', laps: 1 },
  ...{ gates: ['start', 'a', 'b'], lobbyUntilMs: 10_000, goMs: 13_000, limitMs: 313_000 },
  runners: [runner('mina')],
  ...change,
})
