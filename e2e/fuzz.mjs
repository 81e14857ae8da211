// The contract against generated input: schemathesis makes requests out of the OpenAPI document, for a visitor,
// a member and the administrator, and compares every answer with it. `node e2e/fuzz.mjs [seconds for each]`.
// Prints one line for each of the three and, last, `N passed, N failed`; what was sent is in target/xtask/fuzz.
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demo } from './lib/accounts.mjs'
import { PASSWORD, startKernel } from './lib/kernel.mjs'

const root = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(root, 'target/xtask/fuzz')
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
/** A stream that never ends, which the kernel's own tests read. */
const STREAMS = ['/api/live']
const say = (line) => process.stdout.write(`${line}\n`)

/** What is there to be found: a report, a decision, people and a world. */
async function settle(kernel) {
  const member = await logIn(kernel, demo('theo'))
  const admin = await logIn(kernel, { email: demo('admin').email })
  const users = (await kernel.call('GET', '/api/admin/users', undefined, admin.token)).payload.items
  const id = (name) => users.find(({ nickname }) => nickname === name).id
  const report = (userId, token) =>
    kernel.call('POST', '/api/safety/reports', { userId, reason: 'spam' }, token)
  await Promise.all([
    report(id('minji'), member.token),
    report(id('jules'), member.token),
    report(id('theo'), admin.token),
  ])
  const cases = (await kernel.call('GET', '/api/moderation/cases', undefined, admin.token)).payload.items
  const about = cases.find((one) => JSON.stringify(one).includes(id('theo')))
  const warn = { action: 'warn', reason: 'fuzzing needs a decision' }
  await kernel.call('POST', `/api/moderation/cases/${about.id}/decision`, warn, admin.token)
  const decisions = (await kernel.call('GET', '/api/safety/decisions', undefined, member.token)).payload.items
  const sessions = (await kernel.call('GET', '/api/account/sessions', undefined, member.token)).payload.items
  const worlds = (await kernel.call('GET', '/api/v3/worlds')).payload.items ?? []
  const people = ['haneul', 'minji', 'jules', 'dohyun'].map(id)
  return {
    accounts: { member, admin },
    values: {
      '/api/account/sessions/': { id: sessions.map((one) => one.id) },
      '/api/admin/sanctions/': { id: decisions.map((one) => one.id) },
      '/api/moderation/cases/': { id: cases.map((one) => one.id) },
      '/api/safety/decisions/': { id: decisions.map((one) => one.id) },
      '/api/': {
        id: people,
        userId: people,
        worldId: worlds.map((one) => one.worldId),
        worldName: ['agora', 'orbit'],
        name: ['sora', 'jules'],
        nickname: ['sora', 'jules', 'brand_new'],
        role: ['moderator', 'admin'],
        limit: ['1', '100', '0'],
        email: [demo('sora').email, 'new.person@example.com'],
        password: [PASSWORD],
        reason: ['because it is so'],
        text: ['I did not write this, please look at it once more.'],
        language: ['ko', 'en'],
        address: [`0x${'1'.repeat(40)}`],
        word: ['zork'],
        search: ['so'],
        state: ['open', 'closed'],
      },
    },
  }
}

async function logIn(kernel, { email }) {
  const answer = await fetch(`${kernel.origin}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { payload } = await answer.json()
  if (!payload) throw new Error(`${email} cannot log in: ${answer.status}`)
  const device = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('witverse_device='))
  return { email, token: payload.accessToken, device: device.split(';')[0] }
}

/**
 * The document as it is tested: values that exist beside those that are made up, and without `default`, which
 * would let every status pass. A server error is none of the contract's, so nothing has to stand for it.
 */
function sharpened(document, values) {
  for (const [route, methods] of Object.entries(document.paths)) {
    const known = Object.assign(
      {},
      ...Object.entries(values)
        .filter(([prefix]) => route.startsWith(prefix))
        .sort(([a], [b]) => a.length - b.length)
        .map(([, names]) => names),
    )
    for (const operation of Object.values(methods)) {
      delete operation.responses.default
      const body = operation.requestBody?.content['application/json'].schema.properties ?? {}
      for (const parameter of operation.parameters ?? []) {
        parameter.schema = either(known[parameter.name], parameter.schema)
      }
      for (const name of Object.keys(body)) body[name] = either(known[name], body[name])
    }
  }
  return document
}

const either = (values, schema) => (values?.length ? { anyOf: [{ enum: values }, schema] } : schema)

/** One run as one of the three; true if nothing was found. */
async function fuzz(kernel, name, account, seconds) {
  const report = path.join(FOLDER, name)
  const words = [
    ...['run', path.join(FOLDER, 'openapi.json'), '--url', kernel.origin],
    ...['--checks', CHECKS.join(',')],
    ...['--phases', 'examples,coverage,fuzzing'],
    // One worker: of two threads that parse Python at once, Python 3.11 stops one (SystemError, AST constructor).
    ...['--max-time', String(seconds), '--workers', '1', '--continue-on-failure'],
    ...['--generation-database', 'none', '--request-timeout', '30', '--no-color', '--warnings', 'off'],
    ...['--report', 'ndjson', '--report-dir', report],
    ...STREAMS.flatMap((stream) => ['--exclude-path', stream]),
  ]
  const child = spawn(process.env.SCHEMATHESIS ?? 'schemathesis', words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: path.join(import.meta.dirname, 'fuzz/hooks.py'),
      FUZZ_ORIGIN: kernel.origin,
      ...(account && { FUZZ_EMAIL: account.email, FUZZ_PASSWORD: PASSWORD, FUZZ_DEVICE: account.device }),
    },
    cwd: FOLDER,
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`schemathesis cannot start: ${error.message}`)))
    child.on('exit', (code) => resolve(code === 0))
  })
}

async function main(seconds) {
  await mkdir(FOLDER, { recursive: true })
  const kernel = await startKernel()
  let failed = 0
  try {
    const { accounts, values } = await settle(kernel)
    const document = await (await fetch(`${kernel.origin}/api/openapi.json`)).json()
    await writeFile(path.join(FOLDER, 'openapi.json'), JSON.stringify(sharpened(document, values), null, 1))
    for (const [name, account] of [['visitor'], ['member', accounts.member], ['admin', accounts.admin]]) {
      const conforms = await fuzz(kernel, name, account, seconds)
      const errors = kernel.takeLog().filter((line) => /\bERROR\b|panicked/.test(line))
      const ok = conforms && errors.length === 0
      say([`${ok ? 'ok' : 'FAILED'} contract fuzzing as ${name}`, ...errors].join('\n'))
      if (!ok) failed += 1
    }
  } finally {
    await kernel.stop()
  }
  return { passed: 3 - failed, failed }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

const { passed, failed } = await main(Number(process.argv[2] ?? 20))
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
