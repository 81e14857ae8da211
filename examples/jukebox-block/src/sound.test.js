import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerClock } from '../web/clock.js'
import { loudness, notesBetween, PIECES } from '../web/synth.js'
import { TEXTS } from '../web/texts.js'
import { TRACKS } from './tracks.js'

test('every track has a sound, and a name in both languages', () => {
  for (const { id } of TRACKS) {
    assert.ok(PIECES[id], id)
    assert.ok(TEXTS.ko.tracks[id] && TEXTS.en.tracks[id], id)
  }
  assert.equal(Object.keys(PIECES).length, TRACKS.length)
})

test('the notes of a second are the same, however it is reached', () => {
  const whole = notesBetween('pines', 0, 20)
  const parts = [0, 5, 10, 15].flatMap((from) => notesBetween('pines', from, from + 5))
  const sorted = (notes) => notes.map((note) => `${note.at} ${note.hertz}`).sort()
  assert.ok(whole.length > 10)
  assert.deepEqual(sorted(parts), sorted(whole))
})

test('a piece fades in and out', () => {
  assert.equal(loudness(0, 40), 0)
  assert.equal(loudness(20, 40), 1)
  assert.equal(loudness(40, 40), 0)
})

test('the fastest answer sets the clock', () => {
  const clock = new ServerClock()
  clock.add(10_000, 0, 400)
  clock.add(10_300, 200, 220)
  assert.equal(clock.now(1_000), 10_300 + (1_000 - 210))
})
