// Packages of a third party's plugin: the component of the test plugin `probe`, a manifest and a page in a frame.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const program = process.env.KERNEL_BIN ?? path.join(root, 'target/debug/witverse')
const run = promisify(execFile)

const schemaOf = (namespace: string) => `namespace ${namespace} {
  action open appliesTo { principal: [Witverse::User, Witverse::Visitor], resource: [worlds::World] };
  action run appliesTo { principal: [Witverse::User], resource: [worlds::World] };
}`
const policiesOf = (namespace: string) => `@id("anybody")
permit (principal, action == ${namespace}::Action::"open", resource);
@id("people")
permit (principal, action == ${namespace}::Action::"run", resource);`

/** The page: a form that pays 5 WIT to the person, and what it tries to do to its host. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lamps</title><link rel="stylesheet" href="play.css">
<script type="module" src="play.js"></script></head>
<body><h1>Find the lamp</h1><p id="who"></p><form id="win"><button>Take the prize</button></form><button id="hang">Hang</button><button id="leave">Leave</button>
<output id="result"></output><output id="attacks"></output></body></html>`
const SCRIPT = `import { connect } from './frame.js'
let person
const show = (id, text) => { document.getElementById(id).textContent = text }
const frame = connect((context) => {
  person = context.person
  document.documentElement.lang = context.language
  document.documentElement.dataset.theme = context.theme
  show('who', person ? person.nickname + ' in ' + context.worldName : 'a visitor in ' + context.worldName)
})
document.getElementById('win').onsubmit = async (event) => {
  event.preventDefault()
  const ops = [{ op: 'transfer', operation: 'reward', key: 'lamp-' + Date.now(), to: person.id, amount: 500 }]
  try {
    const { results } = await frame.call('POST', '/run', { ops })
    show('result', results[0].error ? results[0].error.kind : 'You won 5 WIT')
  } catch (error) {
    show('result', error.code)
  }
}
document.getElementById('hang').onclick = () => { for (;;) {} }
document.getElementById('leave').onclick = () => { location.href = 'https://evil.example/?stolen' }
const attempts = {
  cookie: () => document.cookie,
  storage: () => String(localStorage.length),
  parent: () => window.parent.document.title,
  top: () => { window.top.location.href = 'https://evil.example/'; return 'navigated' },
  popup: () => String(window.open('about:blank')),
  fetch: () => fetch('http://localhost/api/user/auth').then(() => 'reached'),
}
const outcomes = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    outcomes.push(name + '=' + (await attempt()))
  } catch {
    outcomes.push(name + '=refused')
  }
}
show('attacks', outcomes.join(' '))
`
const STYLES = `:root { color-scheme: light dark; font-family: system-ui } body { margin: 24px; display: grid; gap: 12px;
justify-items: start } button { font: inherit; padding: 8px 16px }`

/** The page in a block: who is here, the last line of the chat, a bell for everybody, and a count that the room shares. */
const GAME = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bell</title><link rel="stylesheet" href="play.css">
<script type="module" src="game.js"></script></head>
<body><p id="people"></p><p id="count">0</p><p id="heard"></p><p id="chat"></p>
<button id="ring">Ring the bell</button><output id="result"></output></body></html>`
const GAME_SCRIPT = `import { connect } from './frame.js'
let roomId, version = 0
const show = (id, text) => { document.getElementById(id).textContent = text }
const frame = connect((context) => {
  roomId = context.room.roomId
  document.documentElement.dataset.theme = context.theme
})
frame.room({
  onPeople: (people) => show('people', people.map(({ name, isSelf }) => name + (isSelf ? ' (you)' : '')).sort().join(', ')),
  onState: (state) => { if (state) { version = state.version; show('count', String(state.rung)) } },
  onEvent: (topic, payload) => show('heard', topic + ' by ' + payload.by),
  onChat: (from, text) => show('chat', from.name + ': ' + text),
})
document.getElementById('ring').onclick = async () => {
  const state = { rung: version + 1, version: version + 1 }
  const ops = [
    { op: 'room_set_state', room: roomId, expected: version, state },
    { op: 'room_broadcast', room: roomId, topic: 'bell', payload: { by: 'somebody' } },
  ]
  try {
    const { results } = await frame.call('POST', '/run', { ops })
    show('result', results.some((one) => one.error) ? JSON.stringify(results) : 'rung')
  } catch (error) {
    show('result', error.code)
  }
}
`

/** The page of a wager: a person hands an item over, and another one claims it. */
const WAGER = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wager</title><link rel="stylesheet" href="play.css">
<script type="module" src="wager.js"></script></head>
<body><h1>The wager</h1><label>Item <input id="item" size="36"></label>
<button id="stake">Stake it</button><button id="claim">Claim it</button><output id="result"></output></body></html>`
const WAGER_SCRIPT = `import { connect } from './frame.js'
const show = (text) => { document.getElementById('result').textContent = text }
const frame = connect((context) => { document.documentElement.dataset.theme = context.theme })
const item = () => document.getElementById('item').value
const call = async (method) => {
  const payload = { itemId: item(), key: 'wager' }
  const { results } = await frame.call('POST', '/run', { ops: [{ op: 'service_call', service: 'items@1', method, payload }] })
  const { error } = results[0]
  if (error) throw Object.assign(new Error(), { code: error.problem ? error.problem.code : JSON.stringify(error) })
}
const click = (id, act) => {
  document.getElementById(id).onclick = () => act().then(show, (error) => show(error.code))
}
click('stake', () => call('escrow').then(() => frame.escrow(item(), 60)).then(() => 'Staked'))
click('claim', () => call('transfer').then(() => 'You have it'))
`

/** The page that opens another site before it was loaded. */
const EARLY = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Early</title><script src="early.js"></script></head><body></body></html>`
const EARLY_SCRIPT = `parent.postMessage({ witverse: 1, type: 'ready' }, '*')
location.replace('https://evil.example/?early')
`

interface Options {
  version: string
  /** The lines below `[capabilities]`. */
  capabilities: string
  /** It is the game of blocks, too. */
  isGame?: boolean
  /** Its page is that of a wager with items. */
  isWager?: boolean
  /** Has a page `/early` that leaves before its first load. */
  leavesEarly?: boolean
  /** A contract migration, which waits after an update until the operator finishes it. */
  contract?: string
}

/** The author of one plugin, with a key in a folder. */
export interface Publisher {
  folder: string
  /** The id of the plugin. */
  plugin: string
}

/** Makes a version of the plugin; returns the path of the package. */
export async function makePackage(
  { folder, plugin }: Publisher,
  { version, capabilities, isGame = false, isWager = false, leavesEarly = false, contract }: Options,
): Promise<string> {
  const namespace = plugin.replace('.', '::')
  const bundle = path.join(folder, version)
  const probe = path.join(root, 'target/test-bundles/probe')
  for (const part of ['component.wasm', 'migrations', 'schemas', 'i18n'])
    await cp(path.join(probe, part), path.join(bundle, part), { recursive: true })
  const put = async (name: string, text: string) => {
    const file = path.join(bundle, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await put(
    'plugin.toml',
    `plugin = { id = "${plugin}", version = "${version}", api = "^1.0", kind = "world-block", name = "t:name" }
component = { file = "component.wasm", memory_mib = 64, call_ticks = 10 }
migrations = { dir = "migrations", to = ${contract ? 2 : 1}, compatible_from = 1 }
[[routes]]
method = "POST"
path = "/run"
action = "run"
summary = "Run"
request = "schemas/script.json"
response = "schemas/results.json"
[ui]
isolation = "frame"
routes = [{ path = "/", page = "${isWager ? 'wager' : 'play'}", title = "t:play" }${
      leavesEarly ? ', { path = "/early", page = "early", title = "t:play" }' : ''
    }]
${isGame ? 'slots = [{ at = "block.renderer", page = "game", title = "t:play" }]' : ''}
[cedar]
schema = "cedar/plugin.cedarschema"
policies = "cedar/plugin.cedar"
[data]
personal = false
[capabilities]
${capabilities}
`,
  )
  if (contract) await put('migrations/0002_contract.sql', contract)
  await put('i18n/ko.toml', 'name = "등불 찾기"\nplay = "놀이"\n')
  await put('i18n/en.toml', 'name = "Find the lamp"\nplay = "Play"\n')
  await put('cedar/plugin.cedarschema', schemaOf(namespace))
  await put('cedar/plugin.cedar', policiesOf(namespace))
  await put('web/play.html', PAGE)
  await put('web/play.js', SCRIPT)
  await put('web/play.css', STYLES)
  if (isWager) {
    await put('web/wager.html', WAGER)
    await put('web/wager.js', WAGER_SCRIPT)
  }
  if (leavesEarly) {
    await put('web/early.html', EARLY)
    await put('web/early.js', EARLY_SCRIPT)
  }
  if (isGame) {
    await put('web/game.html', GAME)
    await put('web/game.js', GAME_SCRIPT)
  }
  await cp(path.join(root, 'sdk/frame/index.js'), path.join(bundle, 'web/frame.js'))
  const key = path.join(folder, 'publisher.key')
  await run(program, ['plugin', 'pack', bundle, '--key', key, '--out', folder])
  return path.join(folder, `${plugin}-${version}.verse`)
}

/** A new publisher: a kernel knows a name with one key only. */
export async function makePublisher(): Promise<Publisher> {
  const folder = await mkdtemp(path.join(tmpdir(), 'witverse-publisher-'))
  const name = `acme${Date.now().toString(36)}`
  await run(program, ['plugin', 'key', name, '--out', path.join(folder, 'publisher.key')])
  return { folder, plugin: `${name}.lamps` }
}
