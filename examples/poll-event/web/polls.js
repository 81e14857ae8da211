// The polls of a world. Before there is one, people try a poll without an event.
import { drawPoll } from './draw.js'
import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const POLL_MS = 5_000

const page = { texts: TEXTS.en, language: 'en', polls: null, practice: null, isBusy: false, votes: 0 }
const part = (id) => document.getElementById(id)

const frame = connect(({ language, theme }) => {
  page.texts = TEXTS[language]
  page.language = language
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
  document.title = page.texts.title
  draw()
  void load()
})

function draw() {
  const { polls, practice, texts, language } = page
  if (!polls) return
  part('about').textContent = polls.length === 0 ? texts.none : texts.about
  part('polls').replaceChildren(
    ...polls.map(({ title, question, state, total, leading }) => {
      const row = document.createElement('li')
      const name = document.createElement('strong')
      name.textContent = question
      const facts = document.createElement('span')
      facts.className = 'soft'
      const parts = [title[language], texts.stateNames[state], texts.total(total)]
      if (leading.length > 0) parts.push(texts.leading(leading.join(', ')))
      facts.textContent = parts.join(' · ')
      row.append(name, facts)
      return row
    }),
  )
  part('practice').hidden = !practice
  if (practice) drawPoll(practice, { ...texts, choose: texts.practice }, page.isBusy, vote)
}

const show = (error) => {
  part('problem').textContent = error?.message ?? ''
}

async function load() {
  if (page.isBusy) return
  try {
    const { votes } = page
    const { polls } = await frame.call('GET', '/polls')
    const practice = polls.length === 0 ? await frame.call('GET', '/poll?event=practice') : null
    show(null)
    page.polls = polls
    // A vote that began in the meantime has the newer result.
    if (votes === page.votes) page.practice = practice
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
    page.practice = await frame.call('POST', '/votes', { event: 'practice', answer })
    show(null)
  } catch (error) {
    show(error)
  }
  page.isBusy = false
  draw()
}

setInterval(load, POLL_MS)
