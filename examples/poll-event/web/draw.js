// Draws a poll: its answers as buttons until one has voted, and as bars after it. An unchanged poll is not drawn again, and the
// button that had the focus has it again, so that people can vote by keyboard while others do.

const part = (id) => document.getElementById(id)

let drawn = ''

/** `vote(number)` is called once a person chooses an answer. */
export function drawPoll(poll, texts, isBusy, vote) {
  const now = JSON.stringify([poll, texts.choose, isBusy])
  if (now === drawn) return
  drawn = now
  const focused = document.activeElement?.dataset.answer
  const { question, answers, total, state, myAnswer, canVote, hasPlace } = poll
  part('question').textContent = question
  part('state').textContent = stateText(texts, { state, myAnswer, canVote, hasPlace })
  part('total').textContent = texts.total(total)
  const most = Math.max(1, ...answers.map(({ votes }) => votes))
  part('answers').replaceChildren(
    ...answers.map((answer) => {
      const row = document.createElement('li')
      row.style.setProperty('--share', String(answer.votes / most))
      row.className = answer.number === myAnswer ? 'is-mine' : ''
      row.append(answerLine(answer, texts, answer.number === myAnswer))
      if (canVote) {
        row.classList.add('can-vote')
        const button = document.createElement('button')
        button.type = 'button'
        button.dataset.answer = answer.number
        button.textContent = texts.vote
        button.setAttribute('aria-label', texts.voteFor(answer.text))
        button.disabled = isBusy
        button.addEventListener('click', () => vote(answer.number))
        row.append(button)
      }
      return row
    }),
  )
  if (focused) document.querySelector(`[data-answer="${focused}"]`)?.focus()
}

function answerLine({ text, votes }, texts, isMine) {
  const line = document.createElement('div')
  line.className = 'line'
  const name = document.createElement('strong')
  name.textContent = text
  const count = document.createElement('span')
  count.className = 'count'
  count.textContent = isMine ? `${texts.yours} · ${texts.votes(votes)}` : texts.votes(votes)
  const bar = document.createElement('span')
  bar.className = 'bar'
  bar.setAttribute('aria-hidden', 'true')
  line.append(name, count, bar)
  return line
}

function stateText(texts, { state, myAnswer, canVote, hasPlace }) {
  if (state !== 'open') return texts.states[state]
  if (myAnswer !== null) return texts.voted
  if (canVote) return texts.choose
  return hasPlace ? texts.signIn : texts.noPlace
}
