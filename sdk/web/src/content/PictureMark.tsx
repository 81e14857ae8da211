/** A framed moon over hills, for images that are not there yet. */
export function PictureMark({ size = 40 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="4" y="7" width="32" height="26" rx="6" />
      <path d="m5 29 9-9 7 7 5-5 9 9" strokeLinejoin="round" />
      <circle cx="27" cy="15" r="3" />
    </svg>
  )
}
