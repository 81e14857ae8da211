// A value in a text may be written from right to left. It is isolated, so that the words and digits beside it keep their order.

/** Letters that are written from right to left, and characters that change the direction of what follows. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/** For `interpolation.escape` of i18next; React escapes what HTML needs. */
export const isolated = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value
