// Reads QR codes from the camera: with the browser's own reader, or with a library where the browser has none or an empty
// one. Codes can be typed everywhere.
export interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: 'qr_code'[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const OPTIONS: { formats: 'qr_code'[] } = { formats: ['qr_code'] }

/** A reader of QR codes. */
export async function newDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (own && (await reads(own))) return new own(OPTIONS)
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector(OPTIONS)
}

export const hasScanner = (): boolean => 'mediaDevices' in navigator

/** Some browsers have the class and no format. */
const reads = (own: DetectorClass) =>
  own.getSupportedFormats().then(
    (formats) => formats.includes('qr_code'),
    () => false,
  )
