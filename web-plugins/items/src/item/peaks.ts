// The waveform of a sound: the loudest sample of each of equal parts, between 0 and 1.

export const BARS = 96

export function peaksOf(samples: Float32Array, bars = BARS): number[] {
  const size = samples.length / bars
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let peak = 0
    // At most 512 samples of each part: enough for a picture.
    const from = Math.floor(bar * size)
    const to = Math.min(samples.length, Math.floor((bar + 1) * size))
    const step = Math.max(1, Math.floor((to - from) / 512))
    for (let at = from; at < to; at += step) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return peak
  })
  const loudest = Math.max(...peaks)
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest)
}
