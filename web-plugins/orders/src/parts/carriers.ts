// The listed carriers of parcels, as the server has them (`plugins/orders/carriers.json`; a test compares them), and the form of
// their tracking numbers.
import type { Language } from '@witverse/sdk'

export interface Carrier {
  code: string
  name: Record<Language, string>
  /** The lengths of a tracking number. */
  digits: number[]
}

export const CARRIERS: Carrier[] = [
  { code: 'cj', name: { ko: 'CJ대한통운', en: 'CJ Logistics' }, digits: [10, 12] },
  { code: 'hanjin', name: { ko: '한진택배', en: 'Hanjin' }, digits: [10, 12, 14] },
  { code: 'lotte', name: { ko: '롯데택배', en: 'Lotte Global Logistics' }, digits: [10, 12, 13] },
  { code: 'epost', name: { ko: '우체국택배', en: 'Korea Post' }, digits: [13] },
  { code: 'logen', name: { ko: '로젠택배', en: 'Logen' }, digits: [11] },
]

export const carrierOf = (code: string) => CARRIERS.find((one) => one.code === code)

/** Whether a typed number has the form of its carrier; spaces and hyphens do not count. */
export function fitsCarrier({ digits }: Carrier, number: string): boolean {
  const plain = number.replace(/[\s-]/g, '')
  return /^\d+$/.test(plain) && digits.includes(plain.length)
}
