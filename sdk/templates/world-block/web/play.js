import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const REFRESH_MS = 2_000
const part = (id) => document.getElementById(id)
let texts = TEXTS.en
let context = null
let board = null
let people = []

// Called at the start, and again after each change of the language, the theme or the person.
const frame = connect((next) => {
  context = next
  texts = TEXTS[next.language]
  document.documentElement.lang = next.language
  document.documentElement.dataset.theme = next.theme
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = texts[element.dataset.text]
  part('board').setAttribute('aria-label', texts.board)
  part('sign-in').hidden = Boolean(next.person)
  draw()
})

// In a block, each press of the others arrives at once. On the page of the world there is no room.
frame.room({
  onConnected: () => refresh(),
  onPeople: (next) => {
    people = next
    draw()
  },
  onEvent: (topic, payload) => {
    if (topic === 'board') receive(payload)
  },
})

function receive(next) {
  board = next
  draw()
}

function draw() {
  if (!context || !board) return
  const lanterns = part('board')
  while (lanterns.children.length < board.lit.length) lanterns.append(button(lanterns.children.length))
  for (const [number, lit] of board.lit.entries()) {
    const lantern = lanterns.children[number]
    lantern.setAttribute('aria-pressed', String(lit))
    lantern.setAttribute('aria-label', texts.lantern(number + 1))
    lantern.disabled = !context.person
  }
  part('presses').textContent = texts.presses(board.presses)
  // textContent, never innerHTML: other people chose their names.
  part('solved').textContent = board.lastBy
    ? texts.solvedBy(board.solved, board.lastBy)
    : texts.solved(board.solved)
  const names = people.map(({ name }) => name).join(', ')
  part('people').textContent = names ? texts.people(names) : ''
}

function button(number) {
  const element = document.createElement('button')
  element.type = 'button'
  element.addEventListener('click', () => press(number))
  return element
}

async function press(lantern) {
  const room = context.room?.roomId
  try {
    receive(await frame.call('POST', '/presses', { lantern, ...(room && { room }) }))
    part('problem').textContent = ''
  } catch (error) {
    // In the person's language already.
    part('problem').textContent = error.message
  }
}

async function refresh() {
  try {
    receive(await frame.call('GET', '/board'))
  } catch (error) {
    part('problem').textContent = error.message
  }
}

refresh()
setInterval(() => {
  if (!context?.room) refresh()
}, REFRESH_MS)
