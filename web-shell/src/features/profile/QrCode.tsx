// A QR code as a single path: dark on white in both themes, with the required quiet zone.

const QUIET = 4

/** Converts rows of `0` and `1` to a path of horizontal runs. */
export function qrPath(rows: string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
}

export function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const size = rows.length + 2 * QUIET
  return (
    <svg
      className="pf-qr"
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
