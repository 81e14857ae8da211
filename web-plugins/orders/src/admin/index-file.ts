// The files of the public index of postal codes: a line for each building, columns between bars, named in the first line.
// Post offices publish one file for each province.

/** A building; the texts are empty where it has none. */
export interface IndexRow {
  /** Five digits. */
  code: string
  province: string
  provinceEn: string
  district: string
  districtEn: string
  town: string
  townEn: string
  road: string
  roadEn: string
  isUnderground: boolean
  main: number
  sub: number
  building: string
  quarter: string
  village: string
  isMountain: boolean
  lot: number
  subLot: number
}

/** Columns without which an address can be neither found nor shown. */
const NEEDED = ['우편번호', '시도', '시군구', '도로명', '건물번호본번'] as const

/** Reads lines by the names of the columns; null if the first line is not that of an index. */
export function lineReader(header: string): ((line: string) => IndexRow | null) | null {
  const names = header
    .replace('\ufeff', '')
    .split('|')
    .map((name) => name.trim())
  if (NEEDED.some((name) => !names.includes(name))) return null
  const places = new Map(names.map((name, place) => [name, place]))
  return (line) => {
    const parts = line.split('|')
    const text = (name: string) => parts[places.get(name) ?? -1]?.trim() ?? ''
    const number = (name: string) => {
      const value = Number.parseInt(text(name), 10)
      return value >= 0 && value <= 99_999 ? value : 0
    }
    if (!/^\d{5}$/.test(text('우편번호')) || text('도로명') === '') return null
    return {
      ...{ code: text('우편번호'), province: text('시도'), provinceEn: text('시도영문') },
      ...{ district: text('시군구'), districtEn: text('시군구영문') },
      ...{ town: text('읍면'), townEn: text('읍면영문') },
      ...{ road: text('도로명'), roadEn: text('도로명영문'), isUnderground: text('지하여부') === '1' },
      ...{ main: number('건물번호본번'), sub: number('건물번호부번') },
      building: text('시군구용건물명') || text('다량배달처명'),
      ...{ quarter: text('법정동명'), village: text('리명'), isMountain: text('산여부') === '1' },
      ...{ lot: number('지번본번'), subLot: number('지번부번') },
    }
  }
}

/** The lines of a file, read piece by piece: a file has up to a million lines. `onRead` gets the bytes of each piece. */
export async function* linesOf(
  file: Blob,
  encoding: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  const reader = file.stream().getReader()
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    rest += decoder.decode(value, { stream: !done })
    onRead(value?.length ?? 0)
    const lines = rest.split(/\r?\n/)
    rest = done ? '' : (lines.pop() ?? '')
    yield* lines.filter((line) => line !== '')
    if (done) return
  }
}

/** The encoding in which the first line of a file is that of an index; null if it is no such file. */
export async function encodingOf(file: Blob): Promise<string | null> {
  const start = file.slice(0, 4096)
  for (const encoding of ['utf-8', 'euc-kr']) {
    const { value } = await linesOf(start, encoding).next()
    if (typeof value === 'string' && lineReader(value)) return encoding
  }
  return null
}

interface PartListener {
  /** A piece of so many bytes was read. */
  onRead: (bytes: number) => void
  /** A line is no address. */
  onSkipped: () => void
}

/** The addresses of a file in parts of at most `size`. */
export async function* partsOf(
  file: Blob,
  encoding: string,
  size: number,
  { onRead, onSkipped }: PartListener,
): AsyncGenerator<IndexRow[]> {
  let read: ReturnType<typeof lineReader> = null
  let part: IndexRow[] = []
  for await (const line of linesOf(file, encoding, onRead)) {
    if (!read) {
      read = lineReader(line)
      if (!read) return
      continue
    }
    const row = read(line)
    if (row) part.push(row)
    else onSkipped()
    if (part.length === size) {
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}
