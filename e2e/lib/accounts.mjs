// Accounts without the screens that other journeys are about: made by the same calls, captcha included.
import assert from 'node:assert/strict'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { PASSWORD } from './kernel.mjs'

let made = 0
/** An address and a nickname that nobody has. */
export function fresh(stem) {
  made += 1
  const mark = `${(Date.now() % 60_466_176).toString(36)}${made}`
  return { email: `${stem}.${mark}@example.com`, nickname: `${stem.slice(0, 4)}_${mark}`.slice(0, 12) }
}

async function ticket(kernel) {
  const { payload: challenge } = await kernel.call('GET', '/api/captcha/challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return (await kernel.call('POST', '/api/recaptcha', { token })).payload.ticket
}

/** Registered, but not verified. */
export async function register(kernel, stem, language = 'en') {
  const account = { ...fresh(stem), password: PASSWORD }
  const answer = await kernel.call('POST', '/api/user/email/register', {
    email: account.email,
    password: account.password,
    language,
    access_at: new Date().toISOString(),
    captcha: await ticket(kernel),
  })
  assert.equal(answer.status, 201, `register answered ${answer.status} ${answer.code}`)
  return account
}

/** Verified and with a nickname; at home in a world only where one is named. */
export async function makeAccount(kernel, stem, { language = 'en', nickname = true, world } = {}) {
  const account = await register(kernel, stem, language)
  const code = await kernel.codeFor(account.email)
  await kernel.call('POST', '/api/user/register/verify', { email: account.email, code })
  if (nickname) {
    const body = { email: account.email, nickname: account.nickname }
    const answer = await kernel.call('POST', '/api/user/nickname', body, await logIn(kernel, account))
    assert.equal(answer.status, 200, `nickname answered ${answer.status} ${answer.code}`)
  }
  if (world) await join(kernel, account, world)
  return account
}

async function join(kernel, account, world) {
  const token = await logIn(kernel, account)
  const { items } = (await kernel.call('GET', '/api/v3/worlds?limit=50', undefined, token)).payload
  const { worldId } = items.find(({ worldName }) => worldName === world)
  const answer = await kernel.call('POST', `/api/v2/worlds/user/member?worldId=${worldId}`, {}, token)
  assert.ok(answer.status < 300, `join answered ${answer.status} ${answer.code}`)
}

const underWay = new Map()
/** One login of an account after the other: a second try in the same moment is asked to wait, as it may be guessing. */
export function oneLogin(email, attempt) {
  const turn = (underWay.get(email) ?? Promise.resolve()).then(attempt)
  underWay.set(
    email,
    turn.catch(() => undefined),
  )
  return turn
}

/** An access token for a program's own calls. */
export async function logIn(kernel, { email, password = PASSWORD }) {
  const facts = { ip: '', blockname: '', access_at: new Date().toISOString() }
  const body = { email, password, ...facts }
  const answer = await oneLogin(email, () => kernel.call('POST', '/api/user/login', body))
  assert.equal(answer.status, 200, `login answered ${answer.status} ${answer.code}`)
  return answer.payload.accessToken
}

export const demo = (name) => ({ email: `${name}@witverse.localhost`, password: PASSWORD, nickname: name })
