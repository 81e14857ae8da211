// The prices of products, as sellers type them. The limits are those of the server.
import { messageKeys, z } from '@witverse/sdk/forms'

const WON = { min: 100, max: 2_000_000 }
const WIT = { min: 1, max: 1_000_000 }

/** `1,250.50` as a number; NaN for other texts. */
const numberOf = (typed: string): number =>
  /^[\d,]+(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed.replaceAll(',', '')) : Number.NaN

function isWonPrice(typed: string): boolean {
  const won = numberOf(typed)
  return Number.isInteger(won) && won >= WON.min && won <= WON.max
}

function isWitPrice(typed: string): boolean {
  const wit = numberOf(typed)
  return wit >= WIT.min && wit <= WIT.max
}

const key = messageKeys<'orders'>()

/** The fields of both prices in a form. */
export const priceShape = {
  won: z.string().check(z.refine(isWonPrice, key('edit.won'))),
  witHundredths: z.string().check(
    z.trim(),
    z.refine((wit) => wit === '' || isWitPrice(wit), key('edit.wit')),
  ),
}

/** The prices in the body of a request. */
export const pricesOf = ({ won, witHundredths: wit }: { won: string; witHundredths: string }) => ({
  won: numberOf(won),
  witHundredths: wit === '' ? null : Math.round(numberOf(wit) * 100),
})
