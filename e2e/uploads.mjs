// The cases of draft-ietf-httpbis-resumable-upload against a kernel, as a client of another maker would send them.
// `node e2e/uploads.mjs` starts a kernel of its own; `node e2e/uploads.mjs ORIGIN EMAIL PASSWORD` uses a running one.
// Prints one line for each case and, last, `N passed, N failed`; known deviations count as passed (docs/decisions/0021).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import http from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import { demo } from './lib/accounts.mjs'
import { PASSWORD, startKernel } from './lib/kernel.mjs'

const PROBLEM = 'https://iana.org/assignments/http-problem-types#'
const PART = 'application/partial-upload'
const say = (line) => process.stdout.write(`${line}\n`)

/** The beginning of an MP4, so that the type of the upload is known. */
function content(length) {
  const bytes = Buffer.alloc(length)
  Buffer.from('00000018667479706d70343200000000697363366d703432', 'hex').copy(bytes)
  return bytes
}

/** A PNG of one pixel, which passes the check. */
function picture() {
  const chunk = (type, data) => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const digestOf = (bytes) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** A client of one account, which deletes the uploads of a case after it. */
function clientOf(origin, token) {
  /** @type {Set<string>} */
  const created = new Set()
  const url = (path) => new URL(path, origin)
  async function send(method, path, headers = {}, body) {
    const answer = await fetch(url(path), {
      method,
      redirect: 'manual',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    })
    const text = await answer.text()
    const isProblem = text && answer.headers.get('content-type') === 'application/problem+json'
    const reply = {
      status: answer.status,
      header: (name) => answer.headers.get(name),
      problem: isProblem ? JSON.parse(text) : null,
    }
    const location = reply.header('location')
    if (method === 'POST' && location) created.add(url(location).pathname)
    return reply
  }
  return {
    url,
    token,
    send,
    create: async (length, headers = {}) => {
      const announced = length === undefined ? {} : { 'upload-length': String(length) }
      const reply = await send('POST', '/api/files', { 'upload-complete': '?0', ...announced, ...headers })
      assert.equal(reply.status, 201)
      return url(reply.header('location') ?? '').pathname
    },
    append: (path, offset, bytes, { complete = false, ...headers } = {}) =>
      send(
        'PATCH',
        path,
        {
          'content-type': PART,
          'upload-offset': String(offset),
          'upload-complete': complete ? '?1' : '?0',
          ...headers,
        },
        bytes,
      ),
    offsetOf: async (path) => Number((await send('HEAD', path)).header('upload-offset')),
    async clean() {
      for (const path of created) await send('DELETE', path)
      created.clear()
    },
  }
}

/** @typedef {ReturnType<typeof clientOf>} Client */
/** @typedef {{ mine: Client, other?: Client, visitor: Client }} People `other` is missing on a running kernel. */

class KnownDeviation extends Error {}
/** Ends a case that is known to differ from the draft, with the reason. */
function deviates(reason) {
  throw new KnownDeviation(reason)
}

const isSuccess = ({ status }) => assert.ok(status >= 200 && status < 300, `the status is ${status}`)
const hasStatus = (reply, status, type) => {
  assert.equal(reply.status, status)
  if (type) assert.equal(reply.problem?.type, PROBLEM + type)
}
const isComplete = (reply, expected) => assert.equal(reply.header('upload-complete'), expected ? '?1' : '?0')
const limitsOf = (reply) =>
  Object.fromEntries(
    (reply.header('upload-limit') ?? '').split(',').map((member) => {
      const [key = '', value = ''] = member.trim().split('=')
      assert.match(value, /^\d+$/, `${key} of Upload-Limit`)
      return [key, Number(value)]
    }),
  )

/** @type {[name: string, run: (people: People) => Promise<void>][]} */
const CASES = [
  [
    'OPTIONS tells the limits and the media type of parts',
    async ({ mine }) => {
      const reply = await mine.send('OPTIONS', '/api/files')
      isSuccess(reply)
      assert.ok(limitsOf(reply)['max-size'] > 0)
      assert.equal(reply.header('accept-patch'), PART)
    },
  ],
  [
    'an upload is created without content',
    async ({ mine }) => {
      const headers = { 'upload-complete': '?0', 'upload-length': '100' }
      const reply = await mine.send('POST', '/api/files', headers)
      hasStatus(reply, 201)
      isComplete(reply, false)
      assert.ok(reply.header('location'))
      assert.ok(limitsOf(reply)['max-size'] > 0)
    },
  ],
  [
    'an upload is created with its first part',
    async ({ mine }) => {
      const headers = { 'upload-complete': '?0', 'upload-length': '100' }
      const reply = await mine.send('POST', '/api/files', headers, content(40))
      hasStatus(reply, 201)
      isComplete(reply, false)
      assert.equal(reply.header('upload-offset'), '40')
    },
  ],
  [
    'an upload is complete with its creation',
    async ({ mine }) => {
      const reply = await mine.send('POST', '/api/files', { 'upload-complete': '?1' }, content(100))
      isSuccess(reply)
      isComplete(reply, true)
    },
  ],
  [
    'a creation that contradicts its length is refused',
    async ({ mine }) => {
      const headers = { 'upload-complete': '?1', 'upload-length': '100' }
      const reply = await mine.send('POST', '/api/files', headers, content(10))
      hasStatus(reply, 400, 'inconsistent-upload-length')
    },
  ],
  [
    'an upload above max-size is refused with the limits',
    async ({ mine }) => {
      const { 'max-size': most } = limitsOf(await mine.send('OPTIONS', '/api/files'))
      const headers = { 'upload-complete': '?0', 'upload-length': String(most + 1) }
      const reply = await mine.send('POST', '/api/files', headers)
      hasStatus(reply, 413)
      assert.equal(limitsOf(reply)['max-size'], most)
    },
  ],
  [
    'HEAD tells offset, completeness, length and limits, and is not cached',
    async ({ mine }) => {
      const path = await mine.create(100)
      await mine.append(path, 0, content(30))
      const reply = await mine.send('HEAD', path)
      isSuccess(reply)
      isComplete(reply, false)
      assert.equal(reply.header('upload-offset'), '30')
      assert.equal(reply.header('upload-length'), '100')
      assert.ok(limitsOf(reply)['max-age'] > 0)
      assert.match(reply.header('cache-control') ?? '', /no-store/)
    },
  ],
  [
    'the length is unknown until the last part',
    async ({ mine }) => {
      const path = await mine.create()
      assert.equal((await mine.send('HEAD', path)).header('upload-length'), null)
      isSuccess(await mine.append(path, 0, content(40)))
      isComplete(await mine.append(path, 40, Buffer.alloc(10), { complete: true }), true)
      assert.equal((await mine.send('HEAD', path)).header('upload-length'), '50')
    },
  ],
  [
    'parts are appended until the upload is complete',
    async ({ mine }) => {
      const bytes = content(100)
      const path = await mine.create(100)
      for (const [from, to] of [
        [0, 60],
        [60, 60],
        [60, 100],
      ]) {
        const complete = to === 100
        const reply = await mine.append(path, from, bytes.subarray(from, to), { complete })
        isSuccess(reply)
        isComplete(reply, complete)
      }
      const known = await mine.send('HEAD', path)
      isComplete(known, true)
      assert.equal(known.header('upload-offset'), '100')
    },
  ],
  [
    'an empty part completes an upload that has all bytes',
    async ({ mine }) => {
      const path = await mine.create(100)
      isComplete(await mine.append(path, 0, content(100)), false)
      const reply = await mine.append(path, 100, Buffer.alloc(0), { complete: true })
      isSuccess(reply)
      isComplete(reply, true)
    },
  ],
  [
    'an early end is an inconsistent length and does not complete the upload',
    async ({ mine }) => {
      const path = await mine.create(100)
      const reply = await mine.append(path, 0, content(50), { complete: true })
      hasStatus(reply, 400, 'inconsistent-upload-length')
      isComplete(await mine.send('HEAD', path), false)
    },
  ],
  [
    'a wrong offset is 409 with the right one, at which the upload continues',
    async ({ mine }) => {
      const path = await mine.create(100)
      await mine.append(path, 0, content(40))
      for (const offset of [0, 39, 41, 100]) {
        const reply = await mine.append(path, offset, content(10))
        hasStatus(reply, 409, 'mismatching-upload-offset')
        assert.equal(reply.header('upload-offset'), '40')
        assert.equal(reply.problem['expected-offset'], 40)
        assert.equal(reply.problem['provided-offset'], offset)
      }
      isSuccess(await mine.append(path, 40, Buffer.alloc(10)))
    },
  ],
  [
    'a part needs valid headers and its media type',
    async ({ mine }) => {
      const path = await mine.create(100)
      const headers = { 'content-type': PART, 'upload-offset': '0', 'upload-complete': '?0' }
      for (const [name, value] of [
        ['upload-offset', undefined],
        ['upload-offset', 'abc'],
        ['upload-offset', '-1'],
        ['upload-complete', undefined],
        ['upload-complete', 'true'],
        ['content-type', 'text/plain'],
      ]) {
        const { [name]: _, ...rest } = headers
        const reply = await mine.send(
          'PATCH',
          path,
          { ...rest, ...(value && { [name]: value }) },
          content(10),
        )
        assert.ok([400, 415].includes(reply.status), `${name}: ${value} is ${reply.status}`)
      }
      assert.equal(await mine.offsetOf(path), 0)
    },
  ],
  [
    'the length stays the same in all requests',
    async ({ mine }) => {
      const path = await mine.create(100)
      const reply = await mine.append(path, 0, content(10), { 'upload-length': '50' })
      hasStatus(reply, 400, 'inconsistent-upload-length')
    },
  ],
  [
    'the offset does not exceed the length, also without Content-Length',
    async ({ mine }) => {
      for (const body of [content(101), new Blob([content(101)]).stream()]) {
        const path = await mine.create(100)
        const reply = await mine.append(path, 0, body)
        hasStatus(reply, 400, 'inconsistent-upload-length')
        assert.ok((await mine.offsetOf(path)) <= 100)
      }
    },
  ],
  [
    'a part beyond the length makes the upload invalid',
    async ({ mine }) => {
      const path = await mine.create(100)
      await mine.append(path, 0, content(101))
      const { status } = await mine.send('HEAD', path)
      if (status === 204)
        deviates('the part is refused, and the upload can be continued with the right bytes')
      assert.ok(status >= 400, `the status is ${status}`)
    },
  ],
  [
    'a complete upload refuses bytes as an inconsistent length',
    async ({ mine }) => {
      const bytes = picture()
      const path = await mine.create(bytes.length)
      await mine.append(path, 0, bytes, { complete: true })
      for (const body of [content(10), new Blob([content(10)]).stream()]) {
        hasStatus(await mine.append(path, bytes.length, body), 400, 'inconsistent-upload-length')
      }
      assert.equal(await mine.offsetOf(path), bytes.length)
    },
  ],
  [
    'a complete upload refuses an empty part as complete',
    async ({ mine }) => {
      const bytes = picture()
      const path = await mine.create(bytes.length)
      await mine.append(path, 0, bytes, { complete: true })
      const reply = await mine.append(path, bytes.length, Buffer.alloc(0), { complete: true })
      assert.ok([400, 410].includes(reply.status), `the status is ${reply.status}`)
      assert.equal(reply.problem?.type, `${PROBLEM}completed-upload`)
    },
  ],
  [
    'a cancelled upload is gone',
    async ({ mine }) => {
      const path = await mine.create(100)
      isSuccess(await mine.send('DELETE', path))
      for (const method of ['HEAD', 'DELETE']) hasStatus(await mine.send(method, path), 404)
      hasStatus(await mine.append(path, 0, content(10)), 404)
    },
  ],
  [
    'an upload belongs to one person',
    async ({ mine, other, visitor }) => {
      const path = await mine.create(100)
      for (const [client, status] of [
        [other, 404],
        [visitor, 401],
      ]) {
        if (!client) continue
        for (const method of ['HEAD', 'DELETE']) hasStatus(await client.send(method, path), status)
        hasStatus(await client.append(path, 0, content(10)), status)
      }
      assert.equal(await mine.offsetOf(path), 0)
    },
  ],
  [
    'of parallel parts at one offset, at most one is appended',
    async ({ mine }) => {
      const path = await mine.create(100)
      const sends = Array.from({ length: 4 }, () => mine.append(path, 0, content(40)))
      const appended = (await Promise.all(sends)).filter(({ status }) => status === 200)
      assert.ok(appended.length <= 1, `${appended.length} were appended`)
      assert.equal(await mine.offsetOf(path), appended.length * 40)
    },
  ],
  [
    'the bytes before a dropped connection are kept',
    async ({ mine }) => {
      const path = await mine.create(2_000)
      const headers = { 'content-type': PART, 'upload-offset': '0', 'upload-complete': '?0' }
      await dropped(mine, path, { ...headers, 'content-length': '2000' }, content(1_500))
      let offset = 0
      for (let tries = 0; tries < 50 && offset === 0; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        offset = await mine.offsetOf(path)
      }
      assert.equal(offset, 1_500)
      isComplete(await mine.append(path, offset, Buffer.alloc(500), { complete: true }), true)
    },
  ],
  [
    'digests are checked: of a part, and of the whole',
    async ({ mine }) => {
      const bytes = content(100)
      const path = await mine.create(100)
      const wrong = digestOf(Buffer.from('other'))
      hasStatus(await mine.append(path, 0, bytes.subarray(0, 50), { 'content-digest': wrong }), 400)
      assert.equal(await mine.offsetOf(path), 0)
      const right = digestOf(bytes.subarray(0, 50))
      isSuccess(await mine.append(path, 0, bytes.subarray(0, 50), { 'content-digest': right }))
      const rest = { complete: true, 'repr-digest': digestOf(bytes) }
      isSuccess(await mine.append(path, 50, bytes.subarray(50), rest))
      const whole = { 'upload-complete': '?1', 'repr-digest': wrong }
      hasStatus(await mine.send('POST', '/api/files', whole, bytes), 400)
    },
  ],
  [
    'interim responses tell the progress',
    async ({ mine }) => {
      const headers = { 'upload-complete': '?0', 'content-length': '100' }
      const statuses = await interim(mine, '/api/files', headers, content(100))
      if (statuses.length === 0) deviates('the HTTP library of the server cannot send 104')
      assert.ok(statuses.includes(104))
    },
  ],
]

/** Begins a request, sends bytes, and closes the connection before the rest. */
function dropped({ url, token }, path, headers, bytes) {
  return new Promise((resolve) => {
    const request = http.request(url(path), {
      method: 'PATCH',
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    request.on('error', resolve)
    request.write(bytes, () => setTimeout(() => request.destroy(), 200))
    request.on('close', resolve)
  })
}

/** The statuses of the interim responses to a creation. */
async function interim({ url, token, send }, path, headers, bytes) {
  /** @type {number[]} */
  const statuses = []
  const location = await new Promise((resolve, reject) => {
    const request = http.request(url(path), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    request.on('information', ({ statusCode }) => statuses.push(statusCode))
    request.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.headers.location))
    })
    request.on('error', reject)
    request.end(bytes)
  })
  if (location) await send('DELETE', location)
  return statuses
}

async function logIn(origin, email, password) {
  const answer = await fetch(new URL('/api/user/login', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { payload } = await answer.json()
  if (!payload) throw new Error(`${email} cannot log in: ${answer.status}`)
  return payload.accessToken
}

async function runCases(people) {
  let [passed, failed] = [0, 0]
  for (const [name, run] of CASES) {
    try {
      await run(people)
      passed += 1
      say(`ok ${name}`)
    } catch (error) {
      const isKnown = error instanceof KnownDeviation
      if (isKnown) passed += 1
      else failed += 1
      say(`${isKnown ? 'deviates' : 'FAILED'} ${name}: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}`)
    }
    await people.mine.clean()
  }
  say(`${passed} passed, ${failed} failed`)
  return failed === 0
}

const [origin, email, password] = process.argv.slice(2)
const kernel = origin ? null : await startKernel()
try {
  const at = origin ?? kernel?.origin ?? ''
  const accounts = kernel ? [demo('sora'), demo('theo')] : [{ email }]
  const [mine, other] = await Promise.all(
    accounts.map(async (account) => clientOf(at, await logIn(at, account.email, password ?? PASSWORD))),
  )
  const people = { mine, other, visitor: clientOf(at, null) }
  process.exitCode = (await runCases(people)) ? 0 : 1
} finally {
  await kernel?.stop()
}
