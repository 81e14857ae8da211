// Polls at events: an organiser enters a question and answers in the form of the event, the people at the event vote once, and
// everybody sees the votes at once. The event itself belongs to the platform: this plugin asks for it with the service `events@1`.
import { definePlugin, invalid, Problem } from '@witverse/plugin'
import { counted, isThere, leadersOf, refusal, resultOf, stateOf, totalOf } from './poll.js'
import { addVote, answerOf, forget, votesOf, votesOfPerson } from './store.js'

const EVENTS = 'events@1'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A poll without an event, to try the plugin: also in a trial, in which there are no events of the plugin. */
const PRACTICE = 'practice'
const PRACTICE_ID = '00000000-0000-0000-0000-000000000000'
const PRACTICE_EVENT = {
  ko: { question: '다음 모임은 어디에서 할까요?', answer1: '공원', answer2: '바닷가', answer3: '옥상' },
  en: {
    question: 'Where do we meet next time?',
    answer1: 'In the park',
    answer2: 'At the beach',
    answer3: 'On the roof',
  },
}

const REFUSALS = {
  not_started: new Problem(409, 'poll_not_started', {
    ko: '이벤트가 시작되면 투표할 수 있습니다.',
    en: 'You can vote once the event has started.',
  }),
  closed: new Problem(409, 'poll_closed', {
    ko: '투표가 끝났습니다.',
    en: 'The poll is closed.',
  }),
  no_place: new Problem(403, 'poll_no_place', {
    ko: '이 이벤트에 참가한 사람만 투표할 수 있습니다.',
    en: 'Only people who take part in this event can vote.',
  }),
  voted: new Problem(409, 'poll_voted', {
    ko: '이미 투표했습니다.',
    en: 'You have voted already.',
  }),
  unknown: invalid('answer', { ko: '목록에 있는 답을 골라 주세요.', en: 'Choose an answer of the list.' }),
}

/** The event of a poll, as the platform shows it to the person who calls. */
function eventOf(id, ctx) {
  if (id === PRACTICE) {
    const form = PRACTICE_EVENT[ctx.language()]
    return { eventId: PRACTICE, phase: 'in', hasPlace: true, isOrganiser: false, form, result: null }
  }
  if (typeof id !== 'string' || !UUID.test(id)) {
    throw invalid('event', { ko: '이벤트를 찾을 수 없습니다.', en: 'There is no such event.' })
  }
  return ctx.services.call(EVENTS, 'event', { id })
}

const keyOf = (event) => (event.eventId === PRACTICE ? PRACTICE_ID : event.eventId)

function view(event, ctx) {
  const key = keyOf(event)
  const answers = counted(event.form, votesOf(ctx.sql, [key]).get(key))
  const person = ctx.person()?.id ?? null
  const myAnswer = answerOf(ctx.sql, key, person)
  publish(event, answers, ctx)
  return {
    event: event.eventId,
    question: event.form.question,
    answers,
    total: totalOf(answers),
    state: stateOf(event.phase),
    myAnswer,
    canVote: person !== null && refusal(event, answers[0]?.number, myAnswer) === null,
    hasPlace: isThere(event),
  }
}

/** Writes the result on the page of an event that is over, once. Without the permission there is none. */
function publish(event, answers, ctx) {
  if (stateOf(event.phase) !== 'closed' || event.result !== null) return
  try {
    ctx.services.call(EVENTS, 'set_result', { id: event.eventId, result: resultOf(answers) })
    ctx.log.info('a poll has ended', { event: event.eventId, votes: totalOf(answers) })
  } catch (error) {
    if (error.code !== 'plugin_not_permitted') throw error
  }
}

function vote(request, ctx) {
  const { id: person } = ctx.requirePerson()
  const { event: id, answer } = request.json() ?? {}
  const event = eventOf(id, ctx)
  const key = keyOf(event)
  const refused = refusal(event, answer, answerOf(ctx.sql, key, person))
  if (refused) throw REFUSALS[refused]
  if (!addVote(ctx.sql, key, person, answer)) throw REFUSALS.voted
  return view(event, ctx)
}

function polls(_, ctx) {
  const { items } = ctx.services.call(EVENTS, 'list', { limit: 20 })
  const votes = votesOf(
    ctx.sql,
    items.map(({ eventId }) => eventId),
  )
  return {
    polls: items.map((event) => {
      const answers = counted(event.form, votes.get(event.eventId))
      return {
        event: event.eventId,
        title: event.title,
        question: event.form.question,
        state: stateOf(event.phase),
        total: totalOf(answers),
        leading: leadersOf(answers),
      }
    }),
  }
}

export const guest = definePlugin({
  routes: {
    'GET /polls': polls,
    'GET /poll': (request, ctx) => view(eventOf(request.query.event, ctx), ctx),
    'POST /votes': vote,
  },
  onEvent: ({ payload }, ctx) => void forget(ctx.sql, payload.userId),
  exportData: (person, _, ctx) => ({ files: { 'votes.json': votesOfPerson(ctx.sql, person) } }),
  health(ctx) {
    votesOf(ctx.sql, [PRACTICE_ID])
  },
})
