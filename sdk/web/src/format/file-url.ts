// Addresses of uploaded images. The kernel serves an image in several widths under the address of the file; a width that
// the image does not have gives the next one.
export const FILE_WIDTHS = [16, 64, 128, 256, 384, 768, 2048] as const

const FILE = /^(https?:\/\/[^/]+)?\/files\/[0-9a-f-]{36}$/

/** Whether the address names an uploaded file, without a variant. */
export const isFileUrl = (url: string): boolean => FILE.test(url)

/** The address of an image for this many device pixels; other addresses are returned unchanged. */
export function imageUrl(url: string, pixels: number): string {
  if (!isFileUrl(url)) return url
  const width = FILE_WIDTHS.find((one) => one >= pixels) ?? FILE_WIDTHS[FILE_WIDTHS.length - 1]
  return `${url}/${width}.webp`
}

/** The same address on the platform's own origin, for when a CDN fails; null if it is there already. */
export function originUrl(url: string): string | null {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return path !== url && path.startsWith('/files/') ? path : null
}
