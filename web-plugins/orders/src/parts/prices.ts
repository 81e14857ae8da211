// The prices of products, as sellers type them. The limits are those of the server.
const WON = { min: 100, max: 2_000_000 }
const WIT = { min: 1, max: 1_000_000 }

/** `1,250.50` as a number; NaN for other texts. */
export const numberOf = (typed: string): number =>
  /^[\d,]+(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed.replaceAll(',', '')) : Number.NaN

export function isWonPrice(typed: string): boolean {
  const won = numberOf(typed)
  return Number.isInteger(won) && won >= WON.min && won <= WON.max
}

export function isWitPrice(typed: string): boolean {
  const wit = numberOf(typed)
  return wit >= WIT.min && wit <= WIT.max
}
