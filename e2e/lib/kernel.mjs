// A kernel of its own: a fresh data folder, any free port, demo data.
import { execFile, spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
/**
 * A running kernel, with the calls that tests make.
 * @typedef {Awaited<ReturnType<typeof startKernel>>} Kernel
 */

/** Of every demo account. */
export const PASSWORD = 'Witverse1!'

const environment = {
  // Of every kernel of the tests: kernels with one secret can share compiled components.
  WITVERSE_SECRET: 'a secret of the tests, which are no secret',
  WITVERSE_LOG__FILTER: 'warn',
  // All requests of a run come from one address, so its limits are raised.
  WITVERSE_HTTP__ACCOUNT_RATE: '100000',
  WITVERSE_HTTP__ROUTE_RATE_FACTOR: '100',
  WITVERSE_HTTP__MAX_CONNECTIONS_PER_ADDRESS: '10000',
  WITVERSE_HTTP__MAX_STREAMS_PER_ADDRESS: '10000',
}

/** The products of the mobile app's store. */
const settings = `[payments.products]
"com.witverse.wit.500" = 500
"com.witverse.wit.1000" = 1000
`

/**
 * Starts a kernel, on a copy of the data folder of another one that has stopped where `template` names it: that saves
 * what each start does once, such as creating the database and compiling the plugins. Only a kernel with `movableClock`
 * lets tests advance its clock in place of waiting.
 * @param {{ demo?: boolean, template?: string | undefined, movableClock?: boolean }} [options]
 */
export async function startKernel({ demo = true, template, movableClock = false } = {}) {
  const data = await mkdtemp(path.join(parentFolder(), 'witverse-e2e-'))
  // PostgreSQL may run under another account, which must be able to get there and to keep what it owns.
  await chmod(data, 0o711)
  if (template) await promisify(execFile)('cp', ['-a', `${template}/.`, data])
  else await shareCache(path.join(data, 'cache'))
  await writeFile(path.join(data, 'witverse.toml'), settings)
  const program = process.env.KERNEL_BIN ?? path.join(root, 'target/debug/witverse')
  const child = spawn(program, serveArguments(data, demo), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, WITVERSE_DEV__CLOCK: String(movableClock), NO_COLOR: '1' },
  })
  const killed = () => child.kill('SIGINT')
  process.once('exit', killed)
  /** @type {string[]} */
  const log = []
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  /** @type {string} */
  const origin = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the kernel ended with ${code}: ${log.join('\n')}`)))
  })

  /**
   * Calls the platform as a program would.
   * @param {string} method
   * @param {string} to
   * @param {unknown} [body]
   * @param {string | null} [token]
   * @returns {Promise<{ status: number, payload: any, code: string | undefined }>}
   */
  async function call(method, to, body, token) {
    const answer = await fetch(`${origin}${to}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = await answer.json()
    return { status: answer.status, payload: read.payload, code: read.code }
  }

  /**
   * The mails to an address, the newest first.
   * @param {string} email
   * @returns {Promise<{ text: string }[]>}
   */
  const mailsTo = async (email) =>
    (await call('GET', `/dev/mailbox/messages?to=${encodeURIComponent(email)}`)).payload.items

  return {
    origin,
    named: origin.replace('127.0.0.1', 'localhost'),
    /** The lines that the kernel logged since the last call: warnings and errors. */
    takeLog: () => log.splice(0),
    call,
    /**
     * Advances the clock, for everybody on this kernel and until it stops.
     * @param {number} hours
     */
    async advanceClock(hours) {
      const { status } = await call('POST', '/dev/clock', { hours })
      if (status !== 200) throw new Error(`the clock does not move (${status}): use a kernel of your own`)
    },
    mailsTo,
    /**
     * The newest code mailed to an address, once that many mails have arrived.
     * @param {string} email
     * @returns {Promise<string>}
     */
    async codeFor(email, mails = 1) {
      for (let tries = 0; tries < 300; tries += 1) {
        const items = await mailsTo(email)
        const code = items.length >= mails && items[0]?.text.match(/\b\d{6}\b/)?.[0]
        if (code) return code
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`no mail arrived for ${email}`)
    },
    data,
    /**
     * Appoints an administrator, as the operator of the server does.
     * @param {string} email
     */
    appoint: (email) =>
      promisify(execFile)(program, ['admin', 'appoint', email, '--data-dir', data], {
        env: { ...process.env, ...environment },
      }),
    /** Stops it; its data folder is removed unless it is to be kept. */
    async stop({ keepData = false } = {}) {
      child.kill('SIGINT')
      await ended
      process.off('exit', killed)
      if (!keepData) await rm(data, { recursive: true, force: true })
    },
  }
}

/** A file system in memory if there is a large one: a database that is written to a disk slows every test down. */
function parentFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4e9 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Lets the kernel use what other kernels of the tests have compiled and compressed, which takes most of a minute.
 * @param {string} cache
 */
async function shareCache(cache) {
  await mkdir(cache)
  for (const name of ['components', 'web']) {
    const shared = path.join(root, 'target', `test-${name}`)
    await mkdir(shared, { recursive: true })
    await symlink(shared, path.join(cache, name))
  }
}

/** @type {(data: string, demo: boolean) => string[]} */
const serveArguments = (data, demo) => [
  ...['--config', path.join(data, 'witverse.toml'), 'serve', '--port', '0', '--data-dir', data],
  ...(demo ? ['--demo'] : []),
  ...['--bundles', process.env.WITVERSE_BUNDLES ?? path.join(root, 'target/bundles')],
  ...['--web', process.env.WITVERSE_WEB ?? path.join(root, 'web-shell/dist')],
]
