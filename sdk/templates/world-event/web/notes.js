import { connect } from './frame.js'
import { TEXTS } from './texts.js'

const REFRESH_MS = 5_000
const part = (id) => document.getElementById(id)
let texts = TEXTS.en
let event = null
let shown = null

// Called at the start, and again after each change of the language, the theme or the person. The page of an event names it.
const frame = connect((context) => {
  texts = TEXTS[context.language]
  document.documentElement.lang = context.language
  document.documentElement.dataset.theme = context.theme
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = texts[element.dataset.text]
  event = context.event?.eventId ?? null
  void refresh()
})

function show() {
  const { prompt, canWrite, items } = shown
  part('prompt').textContent = prompt
  part('form').hidden = !canWrite
  part('closed').hidden = canWrite
  part('none').hidden = items.length > 0
  part('notes').replaceChildren(
    ...items.map(({ by, text }) => {
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
  if (event === null) return
  try {
    shown = await frame.call('GET', `/notes?event=${event}`)
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
    await frame.call('POST', '/notes', { event, text })
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
part('text').addEventListener('keydown', (pressed) => {
  if (pressed.key === 'Enter' && !pressed.isComposing) leave()
})

setInterval(refresh, REFRESH_MS)
