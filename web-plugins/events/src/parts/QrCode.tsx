// A QR code as a single path: dark on white in both themes, with the required quiet zone.
import { encodeQR } from 'qr'

const QUIET = 4

export default function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="ev-qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#ffffff" />
      <path d={path} fill="#15132b" />
    </svg>
  )
}
