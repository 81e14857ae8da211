// The codes of docs/room-protocol.md, by their names.

export const MOTIONS = ['idle', 'walk', 'run', 'sit', 'wave', 'dance', 'jump'] as const
export type Motion = (typeof MOTIONS)[number]

export const ERROR_CODES = {
  not_allowed: 1,
  too_long: 2,
  empty: 3,
  invalid_text: 4,
  policy: 5,
  slow_mode: 6,
  rate_limited: 7,
  unknown_emoji: 8,
  seat_taken: 9,
  unknown_seat: 10,
  too_far: 11,
  unsupported: 12,
} as const
export type ErrorCode = keyof typeof ERROR_CODES

export const MOVE_REFUSALS = { too_fast: 1, out_of_bounds: 2, blocked: 3, teleport: 4 } as const
export type MoveRefusal = keyof typeof MOVE_REFUSALS

export const KICK_CODES = {
  kicked: 1,
  banned: 2,
  replaced: 3,
  flood: 4,
  movement: 5,
  overflow: 6,
  idle: 7,
  room_closed: 8,
  room_failed: 9,
  bad_message: 10,
  hello_timeout: 11,
  ticket: 12,
  refused: 13,
  server_restart: 14,
  room_full: 15,
  unsupported_version: 16,
} as const
export type KickCode = keyof typeof KICK_CODES

export const EVENT_KINDS = { emoji: 0, gesture: 1, sit: 2, stand: 3, away: 4, back: 5, custom: 255 } as const

export const EMOJI_COUNT = 15
export const GESTURE_COUNT = 8

export function nameOf<N extends string>(codes: Record<N, number>, value: number): N | undefined {
  return (Object.keys(codes) as N[]).find((name) => codes[name] === value)
}
