// What is wrong with a draft, as far as the browser can know it. The server checks the same, and more.
import { toKst } from '@witverse/sdk/pickers'
import { type Draft, GATES_MAX, type StepId } from './draft'

export type ProblemKey =
  | 'required'
  | 'problems.between'
  | 'problems.startUnread'
  | 'problems.startPast'
  | 'problems.startFar'
  | 'problems.drawLimit'
  | 'problems.drawPast'
  | 'problems.prizeGap'
  | 'problems.prizeRises'
  | 'problems.money'
  | 'problems.gates'
  | 'problems.blockGame'
  | 'problems.plugin'

/** A problem of a field, with the values of its text. */
export interface Problem {
  field: string
  key: ProblemKey
  values?: { min?: number; max?: number }
}

export interface Known {
  nowMs: number
  /** The game of the chosen block: null without one, undefined while it is not known. */
  game?: string | null | undefined
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Limits of the server. */
const AHEAD_MS = 300 * DAY_MS
const PEOPLE = [1, 100_000] as const
const DRAW_PEOPLE = [1, 1_000] as const
const DRAW_MINUTES = [5, 43_200] as const
const NO_SHOW = [5, 1_440] as const
const ATTEMPTS = [1, 100] as const
const PRICE = [0, 1_000_000] as const
const PRIZE = [1, 1_000_000] as const
const MONEY_MAX = 1_000_000
/** The games whose times challenges use. */
export const TIMED_GAMES = ['lantern-race', 'lantern-puzzle']

const isEmpty = (text: string) => text.trim() === ''

const required = (draft: Draft, ...names: (keyof Draft)[]): Problem[] =>
  names
    .filter((name) => isEmpty(String(draft[name])))
    .map((name) => ({ field: String(name), key: 'required' }))

/** The problem of a number that is missing or outside of its limits. */
function number(field: string, text: string, [min, max]: readonly [number, number]): Problem[] {
  if (isEmpty(text)) return [{ field, key: 'required' }]
  const value = Number(text)
  return value >= min && value <= max ? [] : [{ field, key: 'problems.between', values: { min, max } }]
}

/** The problems of a step; of the preview those of all steps. */
export function problemsOf(draft: Draft, step: StepId, known: Known): Problem[] {
  switch (step) {
    case 'basics':
      return required(draft, 'titleKo', 'titleEn', 'descriptionKo', 'descriptionEn')
    case 'place':
      return placeProblems(draft, known)
    case 'entry':
      return [
        ...(draft.eligibility === 'tickets' ? ticketProblems(draft) : drawProblems(draft, known)),
        ...gateProblems(draft),
        ...questionProblems(draft),
        ...(draft.type === 'challenge' ? challengeProblems(draft) : noShowProblems(draft)),
      ]
    case 'preview':
      return (['basics', 'place', 'entry'] as const).flatMap((earlier) => problemsOf(draft, earlier, known))
  }
}

function placeProblems(draft: Draft, { nowMs, game }: Known): Problem[] {
  const startMs = toKst(draft.startsAt) ? Date.parse(draft.startsAt) : Number.NaN
  const isChallenge = draft.type === 'challenge'
  return [
    ...required(draft, 'blockId', 'startsAt', 'duration'),
    ...one(isChallenge && game !== undefined && !TIMED_GAMES.includes(game ?? ''), {
      field: 'blockId',
      key: 'problems.blockGame',
    }),
    ...one(draft.startsAt !== '' && Number.isNaN(startMs), {
      field: 'startsAt',
      key: 'problems.startUnread',
    }),
    ...one(startMs <= nowMs, { field: 'startsAt', key: 'problems.startPast' }),
    ...one(startMs > nowMs + AHEAD_MS, { field: 'startsAt', key: 'problems.startFar' }),
    ...(draft.hasLimit && !isDraw(draft) ? number('maxPeople', draft.maxPeople, PEOPLE) : []),
    ...one(!isChallenge && draft.plugin?.isComplete === false, { field: 'plugin', key: 'problems.plugin' }),
  ]
}

const one = (isWrong: boolean, problem: Problem): Problem[] => (isWrong ? [problem] : [])

/** Whether the places are drawn. Its limit of people is a field of the step `entry`. */
export const isDraw = ({ entry, eligibility }: Draft): boolean =>
  entry === 'draw' && eligibility !== 'tickets'

function drawProblems(draft: Draft, { nowMs }: Known): Problem[] {
  if (!isDraw(draft)) return []
  const minutes = number('drawMinutes', draft.drawMinutes, DRAW_MINUTES)
  const atMs = Date.parse(draft.startsAt) - Number(draft.drawMinutes) * MINUTE_MS
  return [
    ...(draft.hasLimit
      ? number('maxPeople', draft.maxPeople, DRAW_PEOPLE)
      : [{ field: 'maxPeople', key: 'problems.drawLimit' } as const]),
    ...minutes,
    ...one(minutes.length === 0 && atMs <= nowMs, { field: 'drawMinutes', key: 'problems.drawPast' }),
  ]
}

function ticketProblems({ tickets }: Draft): Problem[] {
  const fields = tickets.flatMap((ticket, at) => [
    ...(['ko', 'en'] as const)
      .filter((name) => isEmpty(ticket[name]))
      .map((name): Problem => ({ field: `tickets.${at}.${name}`, key: 'required' })),
    ...number(`tickets.${at}.price`, ticket.price, PRICE),
    ...number(`tickets.${at}.quantity`, ticket.quantity, PEOPLE),
  ])
  const revenue = tickets.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0)
  return [
    ...fields,
    ...one(revenue > MONEY_MAX, { field: 'tickets', key: 'problems.money', values: { max: MONEY_MAX } }),
  ]
}

function gateProblems({ eligibility, gates }: Draft): Problem[] {
  if (eligibility !== 'items') return []
  if (gates.length === 0) return [{ field: 'gates', key: 'required' }]
  return one(gates.length > GATES_MAX, { field: 'gates', key: 'problems.gates', values: { max: GATES_MAX } })
}

/** A question needs both languages. */
const questionProblems = (draft: Draft): Problem[] =>
  isEmpty(draft.questionKo) === isEmpty(draft.questionEn) ? [] : required(draft, 'questionKo', 'questionEn')

const noShowProblems = ({ noShowMinutes }: Draft): Problem[] =>
  isEmpty(noShowMinutes) ? [] : number('noShowMinutes', noShowMinutes, NO_SHOW)

/** Prizes have no gaps and do not rise: otherwise a rank would get the prize of another one. */
function challengeProblems({ attempts, prizes }: Draft): Problem[] {
  const ranks = prizes.flatMap((prize, at): Problem[] => {
    const field = `prizes.${at}`
    if (isEmpty(prize)) return [{ field, key: 'problems.prizeGap' }]
    const range = number(field, prize, PRIZE)
    const above = prizes[at - 1] ?? ''
    if (range.length > 0 || isEmpty(above)) return range
    return one(Number(prize) > Number(above), { field, key: 'problems.prizeRises' })
  })
  const sum = prizes.reduce((all, prize) => all + Number(prize), 0)
  return [
    ...number('attempts', attempts, ATTEMPTS),
    ...ranks,
    ...one(sum > MONEY_MAX, { field: 'prizes', key: 'problems.money', values: { max: MONEY_MAX } }),
  ]
}
