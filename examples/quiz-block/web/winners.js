// The tab of the dashboard: who has won the most.
import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const HUNDREDTHS = 100
const part = (id) => document.getElementById(id)
let texts = TEXTS.en
let winners = null
/** Account → nickname; empty if the plugin may not see nicknames. */
let names = {}

const frame = connect(({ language, theme }) => {
  texts = TEXTS[language]
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
  document.title = texts.winners
  draw()
})

function draw() {
  part('title').textContent = texts.winners
  part('about').textContent = texts.winnersAbout
  part('none').textContent = texts.noWinners
  if (!winners) return
  part('none').hidden = winners.length > 0
  part('winners').replaceChildren(...winners.map(rowOf))
}

function rowOf({ userId, prizes, hundredths }, index) {
  const item = document.createElement('li')
  const cell = (className, text) =>
    Object.assign(document.createElement('span'), { className, textContent: text })
  const name = cell('name', names[userId] ?? texts.player(index + 1))
  name.append(Object.assign(document.createElement('small'), { textContent: texts.prizes(prizes) }))
  item.append(cell('place', index + 1), name, cell('points', `${hundredths / HUNDREDTHS} WIT`))
  return item
}

async function load() {
  try {
    winners = (await frame.call('GET', '/winners')).winners
  } catch (error) {
    part('problem').textContent = error.message
    return
  }
  draw()
  try {
    names = (await frame.call('GET', '/winner-names')).names
    draw()
  } catch (error) {
    if (error.code !== 'plugin_not_permitted') part('problem').textContent = error.message
  }
}

void load()
