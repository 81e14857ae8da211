// Files that the page offers to save, and their sizes.

/** Browsers inside of other apps (KakaoTalk, Naver, Instagram, Facebook, Line) and web views cannot save what a page has made. */
const CANNOT_SAVE = /KAKAOTALK|NAVER\(inapp|Instagram|FBAN|FBAV|\bLine\/|; wv\)/

export const canSave = (userAgent: string): boolean => !CANNOT_SAVE.test(userAgent)

let tellWhere: () => void = () => undefined

/** What tells the person to open the page in a browser of their device; set by the shell. */
export function onCannotSave(tell: () => void) {
  tellWhere = tell
}

/** Starts a browser download of a file. */
export function saveFile(content: Blob, name: string) {
  if (!canSave(navigator.userAgent)) tellWhere()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000) // after the download has started
}

/** 1.4 MB */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}
