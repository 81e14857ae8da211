// Whether this browser reads QR codes from the camera. Codes can be typed everywhere.
export interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

type DetectorClass = new (options: { formats: string[] }) => Detector

/** The reader of QR codes of the browser; null without one. */
export function newDetector(): Detector | null {
  const found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  return found ? new found({ formats: ['qr_code'] }) : null
}

export const hasScanner = (): boolean => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator
