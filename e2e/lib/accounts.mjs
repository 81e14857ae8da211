// Accounts made by calls, captcha included, for tests that are not about the screens of signing up.
import assert from 'node:assert/strict'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { PASSWORD } from './kernel.mjs'

/**
 * @typedef {import('./kernel.mjs').Kernel} Kernel
 * @typedef {{ email: string, password: string, nickname: string }} Account
 */

let made = 0
/**
 * An address and a nickname that no account has.
 * @param {string} stem
 * @returns {Account}
 */
export function fresh(stem) {
  made += 1
  const mark = `${(Date.now() % 60_466_176).toString(36)}${made}`
  return {
    email: `${stem}.${mark}@example.com`,
    nickname: `${stem.slice(0, 4)}_${mark}`.slice(0, 12),
    password: PASSWORD,
  }
}

/** @param {Kernel} kernel */
async function ticket(kernel) {
  const { payload: challenge } = await kernel.call('GET', '/api/captcha/challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return (await kernel.call('POST', '/api/recaptcha', { token })).payload.ticket
}

/**
 * Registered, but not verified.
 * @param {Kernel} kernel
 * @param {string} stem
 */
export async function register(kernel, stem, language = 'en') {
  const account = fresh(stem)
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

/**
 * Verified and with a nickname; a member of a world only where one is named.
 * @param {Kernel} kernel
 * @param {string} stem
 * @param {{ language?: string, nickname?: boolean, world?: string }} [options]
 */
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

/**
 * A member of a world of the demo.
 * @param {Kernel} kernel
 * @param {string} stem
 */
export const makeMember = (kernel, stem, language = 'en') =>
  makeAccount(kernel, stem, { language, world: 'reef' })

/**
 * @param {Kernel} kernel
 * @param {Account} account
 * @param {string} world
 */
async function join(kernel, account, world) {
  const token = await logIn(kernel, account)
  const { items } = (await kernel.call('GET', '/api/v3/worlds?limit=50', undefined, token)).payload
  const { worldId } = items.find((/** @type {{ worldName: string }} */ one) => one.worldName === world)
  const answer = await kernel.call('POST', `/api/v2/worlds/user/member?worldId=${worldId}`, {}, token)
  assert.ok(answer.status < 300, `join answered ${answer.status} ${answer.code}`)
  // The notices of the demo, so that journeys count what they cause.
  await kernel.call('POST', '/api/v2/mails/notice/log', { noticeId: 'all' }, token)
}

/** @type {Map<string, Promise<unknown>>} */
const underWay = new Map()
/**
 * One login of an account after the other: the platform refuses a second attempt at the same moment.
 * @template T
 * @param {string} email
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
export function oneLogin(email, attempt) {
  const turn = (underWay.get(email) ?? Promise.resolve()).then(attempt)
  underWay.set(
    email,
    turn.catch(() => undefined),
  )
  return turn
}

/**
 * An access token for a program's own calls.
 * @param {Kernel} kernel
 * @param {{ email: string, password: string }} account
 * @returns {Promise<string>}
 */
export async function logIn(kernel, { email, password }) {
  const facts = { ip: '', blockname: '', access_at: new Date().toISOString() }
  const body = { email, password, ...facts }
  const answer = await oneLogin(email, () => kernel.call('POST', '/api/user/login', body))
  assert.equal(answer.status, 200, `login answered ${answer.status} ${answer.code}`)
  return answer.payload.accessToken
}

/**
 * An account of the demo.
 * @param {string} name
 * @returns {Account}
 */
export const demo = (name) => ({ email: `${name}@witverse.localhost`, password: PASSWORD, nickname: name })
