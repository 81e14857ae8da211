import { ServerClock } from './clock.js'
import { drawQueue, drawStage, drawTime, drawTracks } from './draw.js'
import { connect } from './frame.js'
import { Player } from './synth.js'
import { TEXTS } from './texts.js'

const POLL_MS = 2_000
const TICK_MS = 250

const part = (id) => document.getElementById(id)
const clock = new ServerClock()
const page = {
  texts: TEXTS.en,
  person: null,
  /** The last answer of `/jukebox`. */
  state: null,
  /** Account → nickname; null if the plugin may not see nicknames. */
  names: {},
  busy: false,
  /** Before the first context, there is no language. */
  isConnected: false,
  isListening: false,
}

/** Which second of which track it is by the clock of the server; null in silence. */
function position() {
  const playing = page.state?.playing
  if (!playing || !clock.isKnown) return null
  const second = (clock.now(Date.now()) - playing.startedAtMs) / 1000
  const length = playing.lengthMs / 1000
  return second < 0 || second >= length ? null : { key: playing.id, track: playing.track, second, length }
}

const player = new Player(position)

const frame = connect(({ language, theme, person }) => {
  page.texts = TEXTS[language]
  page.person = person
  page.isConnected = true
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
  document.title = page.texts.title
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = page.texts[element.dataset.text]
  draw()
})

function draw() {
  if (!page.isConnected || !page.state) return
  drawStage(page, part, position())
  drawQueue(page, part, { vote, takeBack })
  drawTracks(page, part, ask)
}

async function receive(call) {
  const sentAt = Date.now()
  const state = await call
  clock.add(state.nowMs, sentAt, Date.now())
  page.state = state
  draw()
  if (missesNames(state)) void loadNames()
}

function missesNames({ playing, waiting }) {
  const { names } = page
  if (!names) return false
  return [...waiting, ...(playing ? [playing] : [])].some(({ userId }) => !(userId in names))
}

async function loadNames() {
  try {
    const { names } = await frame.call('GET', '/names')
    // A deleted account has no nickname, and is not asked for again.
    const { playing, waiting } = page.state
    const all = [...waiting, ...(playing ? [playing] : [])].map(({ userId }) => [userId, null])
    page.names = { ...Object.fromEntries(all), ...page.names, ...names }
  } catch (error) {
    if (error.code === 'plugin_not_permitted') page.names = null
  }
  draw()
}

/** Makes one call; its problem is shown, in the person's language. */
async function act(method, path, body) {
  if (page.busy) return
  page.busy = true
  draw()
  try {
    await receive(frame.call(method, path, body))
    part('problem').textContent = ''
  } catch (error) {
    part('problem').textContent = error.message
  }
  page.busy = false
  draw()
}

const ask = (track) => act('POST', '/queue', { track })
const vote = (entry, on) => act('POST', '/votes', { entry, on })
const takeBack = (entry) => act('DELETE', `/queue/${entry}`)

part('skip').addEventListener('click', () => act('POST', '/skips', { entry: page.state.playing.id }))

part('listen').addEventListener('click', async () => {
  if (player.isOn) await player.stop()
  else await player.start(Number(part('volume').value))
  page.isListening = player.isOn
  draw()
})

part('volume').addEventListener('input', () => player.setVolume(Number(part('volume').value)))

async function poll() {
  if (page.busy) return
  try {
    await receive(frame.call('GET', '/jukebox'))
  } catch (error) {
    part('problem').textContent = error.message
  }
}

function tick() {
  if (!page.isConnected || !page.state) return
  const now = position()
  drawTime(part, now)
  // A track has ended: the queue moves on at the next question.
  if (!now && page.state.playing && !page.busy) void poll()
}

poll()
setInterval(poll, POLL_MS)
setInterval(tick, TICK_MS)
