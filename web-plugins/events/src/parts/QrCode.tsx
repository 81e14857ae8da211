// A text as a QR code.
import { QrCode } from '@witverse/sdk/qr'
import { encodeQR } from 'qr'

export default function TextQrCode({ text, label }: { text: string; label: string }) {
  // The library always adds a border; `QrCode` has its own.
  const framed = encodeQR(text, 'raw', { border: 1, ecc: 'medium' })
  const inner = framed.slice(1, -1).map((row) => row.slice(1, -1))
  const bits = inner.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
  return <QrCode className="ev-qr" rows={bits} label={label} />
}
