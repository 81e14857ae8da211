// The rules of a poll: its answers, who may vote, and the result. Pure, so they are tested under Node.

const MOST_ANSWERS = 6

/** The answers of a form with their numbers. Answers that the organiser has left empty are left out. */
export const answersOf = (form) =>
  Array.from({ length: MOST_ANSWERS }, (_, index) => index + 1)
    .map((number) => ({ number, text: String(form[`answer${number}`] ?? '').trim() }))
    .filter(({ text }) => text !== '')

/** The state of a poll follows from the phase of its event. */
export function stateOf(phase) {
  switch (phase) {
    case 'in':
      return 'open'
    case 'post':
      return 'closed'
    case 'cancelled':
    case 'rejected':
      return 'cancelled'
    default:
      return 'waiting'
  }
}

/** Whether a person is at the event. */
export const isThere = ({ hasPlace, isOrganiser }) => hasPlace || isOrganiser

/** Why a person cannot give this answer; null if they can. */
export function refusal(event, answer, myAnswer) {
  const state = stateOf(event.phase)
  if (state === 'waiting') return 'not_started'
  if (state !== 'open') return 'closed'
  if (!isThere(event)) return 'no_place'
  if (myAnswer !== null) return 'voted'
  return answersOf(event.form).some(({ number }) => number === answer) ? null : 'unknown'
}

/** The answers with their votes; `votes` is a map from numbers to counts. */
export const counted = (form, votes) =>
  answersOf(form).map((answer) => ({ ...answer, votes: votes.get(answer.number) ?? 0 }))

export const totalOf = (answers) => answers.reduce((sum, { votes }) => sum + votes, 0)

/** The answers with the most votes; none without a vote. */
export function leadersOf(answers) {
  const most = Math.max(0, ...answers.map(({ votes }) => votes))
  return most === 0 ? [] : answers.filter(({ votes }) => votes === most).map(({ text }) => text)
}

/** The result in both languages, as the page of the event shows it. */
export function resultOf(answers) {
  const [leaders, total] = [leadersOf(answers), totalOf(answers)]
  if (leaders.length === 0) return { ko: '아무도 투표하지 않았습니다.', en: 'There were no votes.' }
  const most = Math.max(...answers.map(({ votes }) => votes))
  const names = leaders.join(', ')
  if (leaders.length === 1) {
    return {
      ko: `1위: ${names} (${total}표 중 ${most}표)`,
      en: `The most votes: ${names} (${most} of ${total})`,
    }
  }
  return {
    ko: `공동 1위: ${names} (각 ${most}표, 모두 ${total}표)`,
    en: `A tie: ${names} (${most} ${most === 1 ? 'vote' : 'votes'} each, of ${total})`,
  }
}
