import { drawBoard, drawStage, SPONSORED } from './draw.js'
import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const POLL_MS = 1_000
const TICK_MS = 200

const part = (id) => document.getElementById(id)
const page = {
  texts: TEXTS.en,
  language: 'en',
  person: null,
  /** The most WIT that the page may ask a person for. */
  maxCharge: null,
  /** The last answer of `/game`, and when it came. */
  state: null,
  receivedAt: 0,
  /** Account → nickname; null if the plugin may not see nicknames. */
  names: {},
  busy: false,
  /** Before the first context, there is no language. */
  isConnected: false,
}

const frame = connect(({ language, theme, person, maxCharge }) => {
  page.texts = TEXTS[language]
  page.language = language
  page.person = person
  page.maxCharge = maxCharge
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
  drawStage(page, part, choose)
  drawBoard(page, part)
}

function receive(state) {
  page.state = state
  page.receivedAt = performance.now()
  draw()
  if (missesNames(state.game)) void loadNames()
}

function missesNames(game) {
  if (!game || !page.names) return false
  const { names } = page
  return game.scores.some(({ userId }) => !(userId in names))
}

async function loadNames() {
  try {
    const { names } = await frame.call('GET', '/names')
    // A deleted account has no nickname, and is not asked for again.
    const all = Object.fromEntries(page.state.game.scores.map(({ userId }) => [userId, null]))
    page.names = { ...all, ...names }
  } catch (error) {
    if (error.code === 'plugin_not_permitted') page.names = null
  }
  draw()
}

/** Makes one call; its problem is shown, in the person's language. */
async function act(method, path, body) {
  if (page.busy) return null
  page.busy = true
  draw()
  let answer = null
  try {
    answer = await frame.call(method, path, body)
    part('problem').textContent = ''
  } catch (error) {
    part('problem').textContent = error.message
  }
  page.busy = false
  draw()
  return answer
}

async function choose(choice) {
  const { gameId, round } = page.state.game
  const state = await act('POST', '/answers', { gameId, round, choice })
  if (state) receive(state)
}

part('join').addEventListener('click', async () => {
  const state = await act('POST', '/join')
  if (state) receive(state)
})

part('claim').addEventListener('click', async () => {
  const { gameId } = page.state.game
  if (await act('POST', '/prize', { gameId })) await poll()
})

part('sponsor').addEventListener('click', async () => {
  part('thanks').textContent = ''
  let charge
  try {
    // The platform shows the amount and asks.
    charge = await frame.pay(SPONSORED, page.texts.sponsorReason)
  } catch (error) {
    part('problem').textContent = error.code === 'payment_declined' ? '' : error.message
    return
  }
  if (await act('POST', '/sponsors', { charge })) part('thanks').textContent = page.texts.thanks
})

async function poll() {
  if (page.busy) return
  try {
    const state = await frame.call('GET', '/game')
    if (!page.busy) receive(state)
  } catch (error) {
    part('problem').textContent = error.message
  }
}

poll()
setInterval(poll, POLL_MS)
setInterval(draw, TICK_MS)
