// How a kind of thing is built, and the helpers that several families use.
import type { Sculptor } from '../sculptor'

/** Adds the shapes of one thing in its own coordinates. */
export type Build = (sculptor: Sculptor, colour: string) => void

const METAL = '#2c2748'

/** The pole of a lantern: it stands beside it, and below the floor so that a raised lantern stands too. */
export const hook = (s: Sculptor) =>
  s
    .post(0.028, 0.04, 4.1, 0.42, -0.95, 0, METAL, 6)
    .box(0.46, 0.03, 0.03, 0.21, 3.1, 0, METAL)
    .box(0.012, 0.3, 0.012, 0, 2.95, 0, METAL)
