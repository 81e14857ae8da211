// The five reactions as line drawings in the current text colour, like the icons of the kit.
import type { ReactionKind } from '../api/types'

const FACE = 'M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM7.4 8.2v.1M12.6 8.2v.1'

const PATHS: Record<ReactionKind, string> = {
  like: 'M3.4 9.2h2.8v7.2H3.4ZM6.2 9.6 9.6 3.4c1.3 0 2 1 1.700 2.300L10.600 8.200h4.700c.9 0 1.500.8 1.300 1.700l-1.200 5.300c-.2.7-.8 1.200-1.500 1.200H6.2',
  love: 'M10 16.600S3.200 12.600 3.200 8a3.600 3.600 0 0 1 6.800-1.700A3.600 3.600 0 0 1 16.800 8c0 4.600-6.800 8.600-6.800 8.600Z',
  laugh: `${FACE}M6.400 11h7.200a3.600 3.600 0 0 1-7.200 0Z`,
  wow: `${FACE}M10 14.600a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600Z`,
  cheer:
    'M10 2.800v3M10 14.200v3M2.800 10h3M14.200 10h3M4.900 4.900 7 7M13 13l2.100 2.100M15.100 4.900 13 7M7 13l-2.100 2.100M10 11.200a1.200 1.200 0 1 0 0-2.400 1.200 1.200 0 0 0 0 2.400Z',
}

export function ReactionIcon({ kind, size = 18 }: { kind: ReactionKind; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[kind]} />
    </svg>
  )
}
