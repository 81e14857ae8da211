// The icons of the editor's tools, in the style of the kit's.
const PATHS = {
  grid: 'M3.500 3.500h13v13h-13ZM3.500 7.800h13M3.500 12.200h13M7.800 3.500v13M12.200 3.500v13',
  turnLeft: 'M5 4v4h4M5.400 8a6 6 0 1 1-1 4.400',
  turnRight: 'M15 4v4h-4M14.600 8a6 6 0 1 0 1 4.400',
  smaller: 'M3.600 16.400 8 12M8 15.600V12H4.400M16.400 3.600 12 8M12 4.400V8h3.600',
  larger: 'M8 12l-4.400 4.400M3.600 12.800v3.600h3.600M12 8l4.400-4.400M12.800 3.600h3.600v3.600',
  duplicate: 'M3.500 3.500h9v9h-9ZM12.500 7.500h4v9h-9v-4M8 5.800v4.400M5.800 8h4.400',
  paste:
    'M7.500 4H4.500v12.500h11V4h-3M7.500 2.800h5v2.700h-5ZM10 8.500v5M7.800 11.400l2.200 2.200 2.200-2.200',
  undo: 'M7 4.500 3.500 8 7 11.500M3.800 8h7.700a4.500 4.500 0 0 1 0 9H8',
  redo: 'm13 4.500 3.500 3.500-3.500 3.500M16.200 8H8.500a4.500 4.500 0 0 0 0 9H12',
  many: 'M3.500 3.500h6v6h-6ZM11 5l1.600 1.600L16 3.300M3.500 12h6v4.500h-6ZM11 13.300l1.600 1.600 3.400-3.300',
  walk: 'M11 4.600a1.600 1.600 0 1 0 0-3.200 1.600 1.600 0 0 0 0 3.200ZM10.500 6.500 8 11l3.500 2.500V18M9 12.500 6.500 18M10.500 6.500l-3.500 2-.500 2.500M10.800 7l2 2.500 2.700.500',
  camera:
    'M3 6.500h3.200L7.500 4.500h5l1.300 2H17v9.500H3ZM10 13.600a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600Z',
} as const

export function ToolIcon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
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
