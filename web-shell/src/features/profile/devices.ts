// Parses a user agent: browser, system, handheld or not.

export interface Device {
  browser: string | null
  system: string | null
  handheld: boolean
}

/** The first match wins, because user agents contain the names of other browsers. */
const BROWSERS: [RegExp, string][] = [
  [/WitverseApp/i, 'Witverse app'],
  [/EdgA?\/|EdgiOS/, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/FxiOS|Firefox\//, 'Firefox'],
  [/CriOS|Chrome\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari/, 'Safari'],
  [/curl\//, 'curl'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

export function deviceOf(userAgent: string | null): Device {
  const find = (known: [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  const system = find(SYSTEMS)
  return {
    browser: find(BROWSERS),
    system,
    handheld: /Mobile|iPhone|iPad|Android/.test(userAgent ?? ''),
  }
}
