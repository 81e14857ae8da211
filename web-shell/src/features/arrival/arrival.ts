// What an address brings along that must not stay in it: a one-use sign-in, or the link of a reset mail.
// Taken out before anything is drawn, so that it is in no history, no referrer and no shared address. Mails carry it in
// the fragment, which is sent to no server at all.

export interface Arrival {
  /** `?login=`: a one-use code of another browser. */
  login: string | null
  /** `#resetEmail=&reset=`: from the mail about a forgotten password. */
  reset: { email: string; encoded: string } | null
}

const KEYS = ['login', 'resetEmail', 'reset']

export function takeArrival(place: Location, history: History): Arrival {
  const query = new URLSearchParams(place.search)
  const fragment = new URLSearchParams(place.hash.slice(1))
  const read = (key: string) => query.get(key) ?? fragment.get(key)
  const [login, email, encoded] = [read('login'), read('resetEmail'), read('reset')]
  if (KEYS.some((key) => query.has(key) || fragment.has(key))) {
    const rest = `${strip('?', query, place.search)}${strip('#', fragment, place.hash)}`
    history.replaceState(history.state, '', `${place.pathname}${rest}`)
  }
  return { login: login || null, reset: email && encoded ? { email, encoded } : null }
}

/** What stays of a query or fragment: as it was, where it held none of the keys. */
function strip(mark: string, values: URLSearchParams, text: string): string {
  if (!KEYS.some((key) => values.has(key))) return text
  for (const key of KEYS) values.delete(key)
  return values.size > 0 ? `${mark}${values}` : ''
}
