// The poll on the page of its event.
import { drawPoll } from './draw.js'
import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const POLL_MS = 2_000

const page = { texts: TEXTS.en, event: null, poll: null, isBusy: false, votes: 0 }

const frame = connect(({ language, theme, event }) => {
  page.texts = TEXTS[language]
  page.event = event?.eventId ?? null
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
  document.title = page.texts.title
  draw()
  if (!page.poll) void load()
})

const show = (error) => {
  document.getElementById('problem').textContent = error?.message ?? ''
}

function draw() {
  if (page.poll) drawPoll(page.poll, page.texts, page.isBusy, vote)
}

async function load() {
  if (page.isBusy || page.event === null) return
  try {
    const { votes } = page
    const poll = await frame.call('GET', `/poll?event=${page.event}`)
    show(null)
    // A vote that began in the meantime has the newer result.
    if (votes !== page.votes) return
    page.poll = poll
    draw()
  } catch (error) {
    show(error)
  }
}

async function vote(answer) {
  page.isBusy = true
  page.votes += 1
  draw()
  try {
    page.poll = await frame.call('POST', '/votes', { event: page.event, answer })
    show(null)
  } catch (error) {
    show(error)
  }
  page.isBusy = false
  draw()
}

setInterval(load, POLL_MS)
