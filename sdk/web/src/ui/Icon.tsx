// The kit's icons: 20 px line drawings that take the colour of the text around them.
const PATHS = {
  home: 'M3.5 9 10 3.5 16.5 9v7a.8.8 0 0 1-.8.8h-3.5v-4.6H7.8v4.6H4.3a.8.8 0 0 1-.8-.8Z',
  compass: 'M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4Zm2.9-10.1-1.7 4.1-4.1 1.7 1.7-4.1Z',
  plus: 'M10 4v12M4 10h12',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'm5 5 10 10M15 5 5 15',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1',
  moon: 'M16.3 11.9A6.8 6.8 0 0 1 8.1 3.7a6.8 6.8 0 1 0 8.2 8.2Z',
  system: 'M3.2 4.2h13.6v9.2H3.2ZM7.5 16.6h5M10 13.4v3.2',
  left: 'M12.2 4.5 6.7 10l5.5 5.5',
  right: 'M7.8 4.5 13.3 10l-5.5 5.5',
  up: 'M4.5 12.2 10 6.7l5.5 5.5',
  people:
    'M7.6 9.4a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.6 16c.3-2.6 2.3-4.2 5-4.2s4.7 1.6 5 4.2M12.6 4.3a2.6 2.6 0 0 1 0 4.9M14.4 12c1.7.6 2.8 2 3 4',
  block: 'M10 2.9 16.3 6.400v7.200L10 17.100l-6.3-3.500V6.400ZM3.9 6.5 10 9.900l6.1-3.400M10 9.900v7',
  gem: 'M6.2 3.800h7.600l3 4.200L10 16.6 3.2 8ZM3.4 8h13.2',
  check: 'm4.5 10.5 3.7 3.7 7.3-8',
  lock: 'M5 9h10v7.200H5ZM7 9V6.800a3 3 0 0 1 6 0V9',
  search: 'M9 14.200A5.2 5.2 0 1 0 9 3.800a5.2 5.2 0 0 0 0 10.400Zm3.8-1.4 3.7 3.7',
  mail: 'M3.2 5h13.600v10H3.200Zm0 .600L10 10.800l6.8-5.2',
  leave: 'M8 3.600H4.200v12.800H8M12 6.500l3.5 3.500L12 13.500M15.3 10H7.5',
  globe:
    'M10 17.200a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.400ZM2.9 10h14.200M10 2.800c2 2 3 4.4 3 7.200s-1 5.2-3 7.200c-2-2-3-4.4-3-7.200s1-5.2 3-7.200Z',
  star: 'm10 2.9 2 4.7 5.1.4-3.9 3.3 1.2 5L10 13.600l-4.4 2.7 1.2-5L2.9 8l5.1-.400Z',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5Zm7.5 2.300a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600Z',
  hidden:
    'M4 4l12 12M8 5.300A7 7 0 0 1 10 5c5 0 7.5 5 7.5 5a12 12 0 0 1-2 2.700M5.6 6.600A12 12 0 0 0 2.5 10s2.5 5 7.5 5c1.2 0 2.2-.3 3.2-.7',
  warning: 'M10 3.3 17.3 16H2.700ZM10 8.200v3.600M10 13.800v.2',
} as const

export type IconName = keyof typeof PATHS

/** An icon by a name that came from outside, such as a manifest; unknown names draw a compass. */
export const iconNamed = (name: string | undefined): IconName =>
  name && name in PATHS ? (name as IconName) : 'compass'

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="wv-icon"
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
      <path d={PATHS[name]} />
    </svg>
  )
}
