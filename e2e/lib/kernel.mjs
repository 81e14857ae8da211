// A kernel of its own for one run: a fresh data folder, any free port, demo data.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../..')
/** Of every demo account. */
export const PASSWORD = 'Witverse1!'

const environment = {
  WITVERSE_LOG__FILTER: 'warn',
  // One network address does the work of dozens of people here.
  WITVERSE_HTTP__ACCOUNT_RATE: '100000',
  WITVERSE_HTTP__ROUTE_RATE_FACTOR: '100',
  WITVERSE_HTTP__MAX_CONNECTIONS_PER_ADDRESS: '10000',
  WITVERSE_HTTP__MAX_STREAMS_PER_ADDRESS: '10000',
  // A week passes at once where a journey says so.
  WITVERSE_DEV__CLOCK: 'true',
}

/** What a store sells to the mobile app. */
const settings = `[payments.products]
"com.witverse.wit.500" = 500
"com.witverse.wit.1000" = 1000
`

export async function startKernel({ demo = true } = {}) {
  const data = await mkdtemp(path.join(tmpdir(), 'witverse-e2e-'))
  // PostgreSQL may run under another account, which must be able to get there.
  await chmod(data, 0o711)
  await writeFile(path.join(data, 'witverse.toml'), settings)
  const child = spawn(process.env.KERNEL_BIN ?? path.join(root, 'target/debug/witverse'), words(data, demo), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, NO_COLOR: '1' },
  })
  const killed = () => child.kill('SIGINT')
  process.on('exit', killed)
  const complaints = []
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const origin = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the kernel ended with ${code}: ${complaints.join('\n')}`)))
  })

  /** Calls the platform as a program would: the status and the body. */
  async function call(method, to, body, token) {
    const answer = await fetch(`${origin}${to}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = await answer.json()
    return { status: answer.status, payload: read.payload, code: read.code }
  }

  /** The mails to an address, the newest first. */
  const mailsTo = async (email) =>
    (await call('GET', `/dev/mailbox/messages?to=${encodeURIComponent(email)}`)).payload.items

  return {
    origin,
    named: origin.replace('127.0.0.1', 'localhost'),
    complaints,
    call,
    mailsTo,
    /** The newest code mailed to an address, once that many mails have arrived. */
    async codeFor(email, mails = 1) {
      for (let tries = 0; tries < 100; tries += 1) {
        const items = await mailsTo(email)
        const code = items.length >= mails && items[0].text.match(/\b\d{6}\b/)?.[0]
        if (code) return code
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`no mail arrived for ${email}`)
    },
    async stop() {
      child.kill('SIGINT')
      await ended
      process.off('exit', killed)
      await rm(data, { recursive: true, force: true })
    },
  }
}

const words = (data, demo) => [
  ...['--config', path.join(data, 'witverse.toml'), 'serve', '--port', '0', '--data-dir', data],
  ...(demo ? ['--demo'] : []),
  ...['--bundles', process.env.WITVERSE_BUNDLES ?? path.join(root, 'target/bundles')],
  ...['--web', process.env.WITVERSE_WEB ?? path.join(root, 'web-shell/dist')],
]
