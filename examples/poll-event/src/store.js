// The rows of the votes.
import { uuid, uuids } from '@witverse/plugin'

/** Votes by answers, for each of the events. */
export function votesOf(sql, events) {
  const rows = sql.query(
    'select event_id, answer, count(*) as votes from vote where event_id = any($1) group by event_id, answer',
    uuids(events),
  )
  const byEvent = new Map(events.map((event) => [event, new Map()]))
  for (const { event_id, answer, votes } of rows) byEvent.get(event_id).set(answer, votes)
  return byEvent
}

/** The answer of a person, or null. */
export function answerOf(sql, event, person) {
  if (person === null) return null
  const rows = sql.query(
    'select answer from vote where event_id = $1 and account_id = $2',
    uuid(event),
    uuid(person),
  )
  return rows[0]?.answer ?? null
}

/** False if the person has voted before. */
export const addVote = (sql, event, person, answer) =>
  sql.execute(
    'insert into vote (event_id, account_id, answer) values ($1, $2, $3) on conflict do nothing',
    uuid(event),
    uuid(person),
    answer,
  ) === 1

/** Everything of a person. */
export const forget = (sql, person) => sql.execute('delete from vote where account_id = $1', uuid(person))

export const votesOfPerson = (sql, person) =>
  sql.query('select event_id, answer from vote where account_id = $1 order by event_id', uuid(person))
