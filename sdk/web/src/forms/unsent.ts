// A field after its text was sent: what was typed meanwhile stays.

/** The part of a text that was not sent: nothing if it has not changed since, and all of it if what was sent was edited. */
export const unsentPart = (now: string, sent: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
