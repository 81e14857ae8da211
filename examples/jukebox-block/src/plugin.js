// A jukebox for a world: a shared queue of tracks with votes. The clock of the server says which second of a track plays, so
// it is the same for everybody.
import { definePlugin, invalid, Problem } from '@witverse/plugin'
import { advance, inOrder, playingOf, refusal } from './queue.js'
import {
  addEntry,
  addVote,
  applyChange,
  entriesOf,
  forget,
  lockQueue,
  readEntries,
  removeEntry,
  removeVote,
  votesOf,
} from './store.js'
import { lengthOf, TRACKS } from './tracks.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const FULL = new Problem(409, 'jukebox_full', {
  ko: '기다리는 곡이 너무 많습니다. 잠시 뒤에 다시 신청해 주세요.',
  en: 'Too many tracks are waiting. Try again in a moment.',
})
const YOURS_FULL = new Problem(409, 'jukebox_yours_full', {
  ko: '신청한 곡이 나온 뒤에 다시 신청해 주세요.',
  en: 'Wait until one of your tracks has played.',
})
const NOT_WAITING = new Problem(404, 'jukebox_not_waiting', {
  ko: '이미 나왔거나 취소된 곡입니다.',
  en: 'This track has played already, or was taken back.',
})
const NOT_PLAYING = new Problem(409, 'jukebox_not_playing', {
  ko: '그 곡은 이미 끝났습니다.',
  en: 'That track has ended already.',
})

const perPerson = (ctx) => ctx.setting('perPerson') ?? 3
const skipsNeeded = (ctx) => ctx.setting('skips') ?? 2

/** The queue as the page shows it. */
function view(entries, ctx) {
  const person = ctx.person()?.id ?? null
  const playing = playingOf(entries)
  return {
    nowMs: ctx.now(),
    playing: playing && {
      id: playing.id,
      track: playing.track,
      userId: playing.userId,
      startedAtMs: playing.startedAtMs,
      lengthMs: lengthOf(playing.track),
      skips: playing.skips,
      mySkip: playing.mySkip,
    },
    waiting: inOrder(entries).map(({ id, track, userId, votes, myVote }) => ({
      id,
      track,
      userId,
      votes,
      myVote,
      isMine: userId === person,
    })),
    tracks: TRACKS,
    perPerson: perPerson(ctx),
    skipsNeeded: skipsNeeded(ctx),
  }
}

/** Ends and starts what is due, and returns the entries after it. The queue is locked. */
function moveOn(ctx, isSkipped = false) {
  const person = ctx.person()?.id ?? null
  const change = advance(readEntries(ctx.sql, person), ctx.now(), isSkipped)
  applyChange(ctx.sql, change)
  return readEntries(ctx.sql, person)
}

/** A change of the queue by a person, who then sees the queue. */
function changed(ctx, change) {
  const { id } = ctx.requirePerson()
  lockQueue(ctx.sql)
  change(id, moveOn(ctx))
  return view(moveOn(ctx), ctx)
}

function entryId(text, field) {
  if (typeof text === 'string' && UUID.test(text)) return text
  throw invalid(field, { ko: '곡을 찾을 수 없습니다.', en: 'This is no track of the queue.' })
}

function ask(request, ctx) {
  const { track } = request.json() ?? {}
  if (lengthOf(track) === null) {
    throw invalid('track', { ko: '목록에 있는 곡을 골라 주세요.', en: 'Choose a track of the list.' })
  }
  return changed(ctx, (person, entries) => {
    const refused = refusal(entries, person, perPerson(ctx))
    if (refused) throw refused === 'full' ? FULL : YOURS_FULL
    addEntry(ctx.sql, { id: ctx.uuid(), track, person, now: ctx.now() })
    ctx.log.info('a track was asked for', { track })
  })
}

function takeBack(request, ctx) {
  const { entry } = request.params
  return changed(ctx, (person) => UUID.test(entry) && removeEntry(ctx.sql, entry, person))
}

function vote(request, ctx) {
  const { entry, on } = request.json() ?? {}
  const id = entryId(entry, 'entry')
  return changed(ctx, (person, entries) => {
    if (!inOrder(entries).some((one) => one.id === id)) throw NOT_WAITING
    if (on) addVote(ctx.sql, id, person, 'wish')
    else removeVote(ctx.sql, id, person, 'wish')
  })
}

function skip(request, ctx) {
  const { entry } = request.json() ?? {}
  const id = entryId(entry, 'entry')
  const needed = skipsNeeded(ctx)
  return changed(ctx, (person, entries) => {
    const playing = playingOf(entries)
    if (playing?.id !== id || needed === 0) throw NOT_PLAYING
    addVote(ctx.sql, id, person, 'skip')
    const skips = playing.skips + (playing.mySkip ? 0 : 1)
    if (skips >= needed) moveOn(ctx, true)
  })
}

/** Reading changes nothing, except at the end of a track. Without listeners the queue waits. */
function listen(_, ctx) {
  const entries = readEntries(ctx.sql, ctx.person()?.id ?? null)
  const { ended, started } = advance(entries, ctx.now())
  if (ended.length === 0 && !started) return view(entries, ctx)
  lockQueue(ctx.sql)
  return view(moveOn(ctx), ctx)
}

function names(_, ctx) {
  const people = new Set(readEntries(ctx.sql, null).map((entry) => entry.userId))
  const profiles = ctx.profiles([...people])
  return { names: Object.fromEntries(profiles.map(({ id, nickname }) => [id, nickname])) }
}

export const guest = definePlugin({
  routes: {
    'GET /jukebox': listen,
    'GET /names': names,
    'POST /queue': ask,
    'DELETE /queue/{entry}': takeBack,
    'POST /votes': vote,
    'POST /skips': skip,
  },
  onEvent({ payload }, ctx) {
    lockQueue(ctx.sql)
    forget(ctx.sql, payload.userId)
    moveOn(ctx)
  },
  exportData: (person, _, ctx) => ({
    files: { 'jukebox.json': { tracks: entriesOf(ctx.sql, person), votes: votesOf(ctx.sql, person) } },
  }),
  health(ctx) {
    readEntries(ctx.sql, null)
  },
})
