// How a kind of thing is built, and the helpers that several families use.
import type { Sculptor } from '../sculptor'

/** Adds the shapes of one thing in its own coordinates. */
export type Build = (sculptor: Sculptor, colour: string) => void
