// Draws the state of the game. Nothing here calls the platform.

const LETTERS = ['A', 'B', 'C', 'D']
const HUNDREDTHS = 100
/** WIT that a sponsor adds to the prize money. */
export const SPONSORED = 5

/** Sets a text only if it differs, so that screen readers announce changes alone. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

const wit = ({ prizeHundredths }) => prizeHundredths / HUNDREDTHS

export function drawStage(page, part, choose) {
  const { texts, state } = page
  const { game } = state
  say(part('prize-line'), texts.prizeLine(wit(state), state.correctNeeded))
  const [headline, detail] = words(page)
  say(part('headline'), headline)
  say(part('detail'), detail)
  drawTime(page, part)
  drawChoices(page, part('choices'), choose)

  const isOver = !game || game.phase === 'finished'
  const join = part('join')
  join.hidden = !page.person || !(isOver || !game.me)
  join.disabled = page.busy
  say(join, !game ? texts.start : isOver ? (game.me ? texts.again : texts.start) : texts.join)
  const claim = part('claim')
  claim.hidden = game?.me?.prize !== 'open'
  claim.disabled = page.busy
  say(claim, texts.claim(wit(state)))
  const sponsor = part('sponsor')
  sponsor.hidden = !page.person || !isOver || (page.maxCharge ?? 0) < SPONSORED
  sponsor.disabled = page.busy
  say(sponsor, texts.sponsor(SPONSORED))
}

/** The headline and the line below it. */
function words(page) {
  const { texts, state, language } = page
  const { game } = state
  if (!game) return [texts.idle, page.person ? texts.idleDetail : texts.signIn]
  const { me } = game
  switch (game.phase) {
    case 'lobby':
      return [texts.lobby, texts.lobbyDetail(game.players)]
    case 'asking': {
      const waiting = me?.choice != null ? texts.answered : ''
      return [game.question.text[language], me ? waiting : page.person ? texts.watching : texts.signIn]
    }
    case 'revealing': {
      const outcome =
        me?.choice == null ? texts.missed : me.choice === game.correctChoice ? texts.right : texts.wrong
      return [game.question.text[language], me ? outcome : '']
    }
    default:
      return result(page)
  }
}

function result(page) {
  const { texts, state } = page
  const { game } = state
  const { me } = game
  if (me && game.winner === me.userId) {
    const detail = {
      paid: texts.paid(wit(state)),
      taken_today: texts.takenToday,
    }
    return [texts.won, detail[me.prize] ?? texts.wonDetail(me.correct, me.points)]
  }
  if (me) return [texts.ended, texts.endedDetail(me.place, me.correct, me.points)]
  const outcome = game.winner ? texts.winner(nameOf(page, game.winner)) : texts.noWinner(state.correctNeeded)
  return [texts.ended, page.person ? outcome : `${outcome} ${texts.signIn}`]
}

function drawTime(page, part) {
  const { texts, state } = page
  const { game } = state
  const runs = game && game.endsInMs != null
  const leftMs = runs ? Math.max(0, game.endsInMs - (performance.now() - page.receivedAt)) : 0
  const inRound = runs && game.phase !== 'lobby'
  part('status').hidden = !runs
  part('time').hidden = !runs
  if (!runs) return
  part('time').value = leftMs / game.phaseMs
  say(part('round'), inRound ? texts.round(game.round + 1, game.rounds) : '')
  say(part('seconds'), game.phase === 'revealing' ? '' : texts.seconds(Math.ceil(leftMs / 1000)))
}

function drawChoices(page, list, choose) {
  const { texts, language } = page
  const { game } = page.state
  const question = game?.question
  list.hidden = !question
  if (!question) {
    list.dataset.of = ''
    return
  }
  // The buttons of a question stay, so that the focus does.
  const shown = `${game.gameId}/${game.round}/${language}`
  if (list.dataset.of !== shown) {
    list.dataset.of = shown
    list.replaceChildren(...question.choices.map((text, choice) => choiceOf(text[language], choice, choose)))
  }
  const mine = game.me?.choice
  const isOpen = game.phase === 'asking' && game.me && mine == null
  for (const [choice, item] of [...list.children].entries()) {
    const button = item.firstElementChild
    const isRight = choice === game.correctChoice
    button.disabled = !isOpen || page.busy
    button.classList.toggle('chosen', choice === mine && game.correctChoice == null)
    button.classList.toggle('right', isRight)
    button.classList.toggle('wrong', choice === mine && game.correctChoice != null && !isRight)
    const notes = [
      isRight && texts.solution,
      choice === mine && texts.yours,
      game.counts?.[choice] > 0 && texts.chosenBy(game.counts[choice]),
    ]
    say(button.querySelector('.count'), notes.filter(Boolean).join(' · '))
  }
}

function choiceOf(text, choice, choose) {
  const button = document.createElement('button')
  const letter = Object.assign(document.createElement('span'), {
    className: 'letter',
    textContent: LETTERS[choice],
  })
  letter.setAttribute('aria-hidden', 'true')
  const label = Object.assign(document.createElement('span'), { className: 'label', textContent: text })
  const count = Object.assign(document.createElement('span'), { className: 'count' })
  button.append(letter, label, count)
  button.addEventListener('click', () => choose(choice))
  const item = document.createElement('li')
  item.append(button)
  return item
}

export function drawBoard(page, part) {
  const { texts, state } = page
  const { game } = state
  part('board').hidden = !game
  if (!game) return
  const rows = game.scores.map(({ userId, points, correct }, index) => ({
    place: index + 1,
    name: nameOf(page, userId, index),
    points,
    correct: texts.correct(correct),
    classes: [userId === page.person?.id && 'me', userId === game.winner && 'won'].filter(Boolean).join(' '),
  }))
  const list = part('scores')
  const drawn = JSON.stringify(rows)
  if (list.dataset.drawn === drawn) return
  list.dataset.drawn = drawn
  list.replaceChildren(...rows.map(rowOf))
}

function rowOf({ place, name, points, correct, classes }) {
  const item = Object.assign(document.createElement('li'), { className: classes })
  const cell = (className, text) =>
    Object.assign(document.createElement('span'), { className, textContent: text })
  const names = cell('name', name)
  names.append(Object.assign(document.createElement('small'), { textContent: correct }))
  item.append(cell('place', place), names, cell('points', points))
  return item
}

/** The nickname, or a number if the plugin may not see nicknames. */
function nameOf(page, userId, index = page.state.game.scores.findIndex((score) => score.userId === userId)) {
  if (userId === page.person?.id && page.person.nickname) return page.person.nickname
  return page.names?.[userId] ?? page.texts.player(index + 1)
}
