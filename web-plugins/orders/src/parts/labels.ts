// Shipping labels as PDF, one A6 page for each order. Each page is a picture that the browser draws with its own fonts, so that
// every script is readable without a font in the file.
import { formatMoment, type Translate } from '@witverse/sdk'
import type { OrderCard } from '../api/types'
import { type PdfPage, pdfOf } from './pdf'

/** A6 in points of a PDF, and its picture at 300 dots per inch. */
const PAGE = { width: 297.64, height: 419.53 }
const PIXELS = { width: 1240, height: 1748 }
/** Of the JPEG: black letters on white stay sharp. */
const QUALITY = 0.95
const MARGIN = 90
const FONT = 'Pretendard, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", system-ui, sans-serif'

interface Line {
  text: string
  size: number
  weight?: number
  /** Space above. */
  gap?: number
}

/** What a label says, from the top; empty lines are left out. */
export function labelOf(order: OrderCard, t: Translate<'orders'>, language: 'ko' | 'en'): Line[] {
  const { address, addressChangedAt, product, quantity } = order
  if (!address) return []
  const name = product?.name[language] ?? ''
  // Tells this label from one that was printed before the change.
  const changed = addressChangedAt ? t('labels.changed', { at: formatMoment(addressChangedAt) }) : ''
  const lines: Line[] = [
    { text: t('labels.from'), size: 34 },
    { text: product?.worldName ?? 'Witverse', size: 46, weight: 600 },
    { text: t('labels.to'), size: 34, gap: 70 },
    { text: address.recipient, size: 84, weight: 750 },
    { text: address.phone, size: 52 },
    { text: address.postalCode, size: 104, weight: 750, gap: 30 },
    { text: address.street, size: 58, weight: 600 },
    { text: address.detail, size: 58, weight: 600 },
    { text: quantity > 1 ? `${name} × ${quantity}` : name, size: 42, gap: 70 },
    { text: t('labels.order', { id: order.orderId.slice(0, 8) }), size: 36 },
    { text: changed, size: 36, weight: 600 },
  ]
  return lines.filter(({ text }) => text.trim() !== '')
}

/** Breaks a text into lines of at most `width`, between words where possible and between letters otherwise. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\s)/)) {
    if (measure(line + word.trimEnd()) <= width) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    for (const letter of word) {
      if (line !== '' && measure(line + letter) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

async function pictureOf(lines: Line[]): Promise<PdfPage> {
  const canvas = document.createElement('canvas')
  canvas.width = PIXELS.width
  canvas.height = PIXELS.height
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, PIXELS.width, PIXELS.height)
  paper.strokeStyle = '#000'
  paper.lineWidth = 4
  paper.strokeRect(40, 40, PIXELS.width - 80, PIXELS.height - 80)
  paper.fillStyle = '#000'
  paper.textBaseline = 'top'
  let y = MARGIN
  for (const { text, size, weight = 400, gap = 0 } of lines) {
    paper.font = `${weight} ${size}px ${FONT}`
    y += gap
    const parts = wrapped(text, PIXELS.width - 2 * MARGIN, (part) => paper.measureText(part).width)
    for (const part of parts) {
      paper.fillText(part, MARGIN, y)
      y += Math.round(size * 1.3)
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('no picture')
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), pixels: PIXELS }
}

/** The labels of the orders that have an address. */
export async function labelsOf(
  orders: OrderCard[],
  t: Translate<'orders'>,
  language: 'ko' | 'en',
): Promise<Blob> {
  await document.fonts.ready
  const labels = orders.map((order) => labelOf(order, t, language)).filter((lines) => lines.length > 0)
  const pages: PdfPage[] = []
  for (const lines of labels) pages.push(await pictureOf(lines)) // one canvas at a time
  return pdfOf(pages, PAGE, t('labels.title'))
}
