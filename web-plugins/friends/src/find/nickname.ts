const LONGEST = 12

/** Normalises typed text to a possible nickname: 3 to 12 lowercase letters, digits and `_`. */
export const nicknameOf = (typed: string): string =>
  typed.trim().replace(/^@/, '').toLowerCase().slice(0, LONGEST)
