/** Only what was asked for: an empty filter is none. */
export const filled = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
