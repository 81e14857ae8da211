// A QR code as a single path: dark on white in both themes, with the required quiet zone.
const QUIET = 4

/** Converts rows of dark and light modules to a path of horizontal runs. */
export function qrPath(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
}

interface QrCodeProps {
  /** Each a text of `0` and `1`, without the quiet zone. */
  rows: readonly string[]
  label: string
  className?: string
}

export function QrCode({ rows, label, className }: QrCodeProps) {
  const size = rows.length + 2 * QUIET
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={qrPath(rows)} fill="#15132b" />
    </svg>
  )
}
