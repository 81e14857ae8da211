// Draws the state of the jukebox into the page.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Replaces the children of a list, and keeps the focus on the control with the same key. */
function replace(list, children) {
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : null
  list.replaceChildren(...children)
  if (focused) list.querySelector(`[data-key="${focused}"]`)?.focus()
}

function button(key, properties, onClick) {
  const made = element('button', { type: 'button', ...properties })
  made.dataset.key = key
  if (properties.label) made.setAttribute('aria-label', properties.label)
  made.addEventListener('click', onClick)
  return made
}

function nameOf({ names, person, texts }, userId) {
  if (person?.id === userId) return texts.you
  return names?.[userId] ?? texts.someone
}

const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export function drawStage(page, part, now) {
  const { texts, state, isListening, person, busy } = page
  const { playing, skipsNeeded } = state
  document.documentElement.dataset.track = now?.track ?? ''
  part('stage').classList.toggle('is-playing', Boolean(playing))
  part('headline').textContent = playing ? texts.tracks[playing.track] : texts.silence
  part('detail').textContent = playing ? texts.by(nameOf(page, playing.userId)) : texts.silenceDetail
  part('label').hidden = !playing
  part('progress').hidden = !playing
  part('listen').textContent = isListening ? texts.mute : texts.listen
  part('listen').setAttribute('aria-pressed', String(isListening))
  const skip = part('skip')
  skip.hidden = !playing || !person || skipsNeeded === 0
  skip.disabled = busy || Boolean(playing?.mySkip)
  skip.textContent = playing?.skips ? texts.skipped(playing.skips, skipsNeeded) : texts.skip
  drawTime(part, now)
}

export function drawTime(part, now) {
  if (!now) return
  part('time').value = now.second / now.length
  part('clock').textContent = `${minutes(now.second)} / ${minutes(now.length)}`
}

export function drawQueue(page, part, { vote, takeBack }) {
  const { texts, state, person, busy } = page
  part('nothing').hidden = state.waiting.length > 0
  const rows = state.waiting.map((entry, index) => {
    const track = texts.tracks[entry.track]
    const text = element(
      'span',
      { className: 'text' },
      element('strong', { textContent: track }),
      element('small', { textContent: texts.by(nameOf(page, entry.userId)) }),
    )
    const votes = button(
      `vote-${entry.id}`,
      {
        className: 'vote',
        disabled: busy || !person,
        textContent: `▲ ${entry.votes}`,
        label: entry.myVote ? texts.unvote(track) : texts.vote(track),
      },
      () => vote(entry.id, !entry.myVote),
    )
    votes.setAttribute('aria-pressed', String(entry.myVote))
    const row = element(
      'li',
      {},
      element('span', { className: 'place', textContent: index + 1 }),
      text,
      votes,
    )
    if (entry.isMine) {
      const label = texts.takeBack(track)
      row.append(
        button(`back-${entry.id}`, { className: 'back', disabled: busy, textContent: '✕', label }, () =>
          takeBack(entry.id),
        ),
      )
    }
    return row
  })
  replace(part('waiting'), rows)
}

export function drawTracks(page, part, ask) {
  const { texts, state, person, busy } = page
  part('rule').textContent = person ? texts.rule(state.perPerson) : texts.signIn
  const tiles = state.tracks.map(({ id, lengthMs }) => {
    const tile = button(
      `ask-${id}`,
      { className: 'tile', disabled: busy || !person, label: texts.askFor(texts.tracks[id]) },
      () => ask(id),
    )
    tile.dataset.track = id
    tile.append(
      element('strong', { textContent: texts.tracks[id] }),
      element('small', { textContent: minutes(lengthMs / 1000) }),
    )
    return element('li', {}, tile)
  })
  replace(part('tracks'), tiles)
}
