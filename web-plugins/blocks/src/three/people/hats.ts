// Hair and hats.
import type { Hair } from '@witverse/people/styles'

/** Hair that hangs out from under a hat. */
const HANGING_HAIR: readonly Hair[] = ['bob', 'long', 'ponytail', 'wavy', 'twin-tails', 'braid', 'half-up']

/** The hair of a person who wears these models: what does not fit under a hat is short. */
export function hairUnder(models: readonly string[], hair: Hair): Hair {
  if (models.includes('space-helmet')) return 'buzz'
  const isCovered = models.includes('straw-hat') || models.includes('beanie')
  return isCovered && !HANGING_HAIR.includes(hair) ? 'buzz' : hair
}
