// What an address brings along that must not stay in it: a one-use sign-in, or the link of a reset mail.
// Taken out before anything is drawn, so that it is in no history, no referrer and no shared address.

export interface Arrival {
  /** `?login=`: a one-use code of another browser. */
  login: string | null
  /** `?resetEmail=&reset=`: from the mail about a forgotten password. */
  reset: { email: string; encoded: string } | null
}

const KEYS = ['login', 'resetEmail', 'reset']

export function takeArrival(place: Location, history: History): Arrival {
  const query = new URLSearchParams(place.search)
  const login = query.get('login')
  const email = query.get('resetEmail')
  const encoded = query.get('reset')
  if (KEYS.some((key) => query.has(key))) {
    for (const key of KEYS) query.delete(key)
    const rest = query.size > 0 ? `?${query}` : ''
    history.replaceState(history.state, '', `${place.pathname}${rest}${place.hash}`)
  }
  return { login: login || null, reset: email && encoded ? { email, encoded } : null }
}
