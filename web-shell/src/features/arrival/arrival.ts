// Takes secrets out of the address: a one-use login code, or the data of a reset mail.
// It runs before the first render, so that they do not stay in the history, referrers or shared addresses. Mails put
// them in
// the fragment, which browsers do not send.

export interface Arrival {
  /** `?login=`: a one-use code that another browser created. */
  login: string | null
  /** `#resetEmail=&reset=`: from the password reset mail. */
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

/** Removes the keys from a query or fragment; returns other texts unchanged. */
function strip(mark: string, values: URLSearchParams, text: string): string {
  if (!KEYS.some((key) => values.has(key))) return text
  for (const key of KEYS) values.delete(key)
  return values.size > 0 ? `${mark}${values}` : ''
}
