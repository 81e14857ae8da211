import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const REFRESH_MS = 5_000
const part = (id) => document.getElementById(id)
let texts = TEXTS.en
let lines = []

// Called at the start, and again after each change of the language, the theme or the person.
const frame = connect(({ language, theme, person }) => {
  texts = TEXTS[language]
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = texts[element.dataset.text]
  part('form').hidden = !person
  part('sign-in').hidden = Boolean(person)
  show()
})

function show() {
  part('none').hidden = lines.length > 0
  part('lines').replaceChildren(
    ...lines.map(({ by, text }) => {
      const item = document.createElement('li')
      const name = document.createElement('small')
      name.textContent = by ?? texts.gone
      // textContent, never innerHTML: other people wrote it.
      item.textContent = text
      item.prepend(name)
      return item
    }),
  )
}

async function refresh() {
  try {
    lines = (await frame.call('GET', '/lines')).items
    part('problem').textContent = ''
    show()
  } catch (error) {
    part('problem').textContent = error.message
  }
}

async function leave() {
  const text = part('text').value.trim()
  if (!text) return
  part('send').disabled = true
  try {
    await frame.call('POST', '/lines', { text })
    part('text').value = ''
    await refresh()
  } catch (error) {
    // In the person's language already.
    part('problem').textContent = error.message
  }
  part('send').disabled = false
}

// Frames submit no forms.
part('send').addEventListener('click', leave)
part('text').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.isComposing) leave()
})

refresh()
setInterval(refresh, REFRESH_MS)
