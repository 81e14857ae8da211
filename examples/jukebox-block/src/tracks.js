// The tracks by their ids. How they sound is in `web/synth.js`: the server knows only how long they are.
export const TRACKS = [
  { id: 'harbour', lengthMs: 48_000 },
  { id: 'pines', lengthMs: 60_000 },
  { id: 'rooftops', lengthMs: 40_000 },
  { id: 'snowfall', lengthMs: 56_000 },
  { id: 'fireflies', lengthMs: 44_000 },
  { id: 'tide', lengthMs: 64_000 },
]

export const lengthOf = (id) => TRACKS.find((track) => track.id === id)?.lengthMs ?? null
