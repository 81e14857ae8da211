// The rows of the queue.
import { timestamp, uuid } from '@witverse/plugin'

/** Every entry, with its votes and those of a person. */
export const readEntries = (sql, person) =>
  sql
    .query(
      `select e.id, e.track, e.account_id, e.asked_at, e.started_at,
         (select count(*) from vote v where v.entry_id = e.id and v.kind = 'wish') as votes,
         (select count(*) from vote v where v.entry_id = e.id and v.kind = 'skip') as skips,
         exists (select 1 from vote v where v.entry_id = e.id and v.account_id = $1 and v.kind = 'wish') as my_vote,
         exists (select 1 from vote v where v.entry_id = e.id and v.account_id = $1 and v.kind = 'skip') as my_skip
       from entry e order by e.asked_at, e.id`,
      person === null ? null : uuid(person),
    )
    .map((row) => ({
      id: row.id,
      track: row.track,
      userId: row.account_id,
      askedAtMs: row.asked_at,
      startedAtMs: row.started_at,
      votes: row.votes,
      skips: row.skips,
      myVote: row.my_vote,
      mySkip: row.my_skip,
    }))

/** Locks the queue until the end of the call. */
export const lockQueue = (sql) => void sql.query('select only_row from jukebox for update')

export const addEntry = (sql, { id, track, person, now }) =>
  sql.execute(
    'insert into entry (id, track, account_id, asked_at) values ($1, $2, $3, $4)',
    uuid(id),
    track,
    uuid(person),
    timestamp(now),
  )

/** A person's own waiting entry. */
export const removeEntry = (sql, id, person) =>
  sql.execute(
    'delete from entry where id = $1 and account_id = $2 and started_at is null',
    uuid(id),
    uuid(person),
  )

export function applyChange(sql, { ended, started }) {
  for (const id of ended) sql.execute('delete from entry where id = $1', uuid(id))
  if (!started) return
  sql.execute(
    'update entry set started_at = $2 where id = $1',
    uuid(started.id),
    timestamp(started.startedAtMs),
  )
}

export const addVote = (sql, entry, person, kind) =>
  sql.execute(
    'insert into vote (entry_id, account_id, kind) values ($1, $2, $3) on conflict do nothing',
    uuid(entry),
    uuid(person),
    kind,
  )

export const removeVote = (sql, entry, person, kind) =>
  sql.execute(
    'delete from vote where entry_id = $1 and account_id = $2 and kind = $3',
    uuid(entry),
    uuid(person),
    kind,
  )

/** Everything of a person. */
export function forget(sql, person) {
  sql.execute('delete from vote where account_id = $1', uuid(person))
  sql.execute('delete from entry where account_id = $1', uuid(person))
}

export const entriesOf = (sql, person) =>
  sql.query(
    'select id, track, asked_at, started_at from entry where account_id = $1 order by asked_at',
    uuid(person),
  )

export const votesOf = (sql, person) =>
  sql.query('select entry_id, kind from vote where account_id = $1 order by entry_id', uuid(person))
