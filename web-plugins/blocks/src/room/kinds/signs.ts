import { box, type Kind, lamp, round } from './shapes'

const family = 'signs'

export const signs = {
  sign: { family, colour: '#7a5538', solids: [box(0, 0, 0.5, 0.06, 1.5)], isNotable: true },
  signpost: { family, colour: '#8a6242', solids: [round(0.1, 2.2)], isNotable: true },
  'menu-board': { family, colour: '#2f2b3f', solids: [box(0, 0, 0.35, 0.25, 1)], isNotable: true },
  banner: { family, colour: '#5a48b8', solids: [round(0.08, 3)] },
  flag: { family, colour: '#e8c04a', solids: [round(0.08, 3)] },
  garland: { family, colour: '#e0655f', solids: [] },
  poster: { family, colour: '#e88fb4', solids: [] },
  scroll: { family, colour: '#efe6d0', solids: [] },
  'hanging-sign': { family, colour: '#6b4433', solids: [round(0.08, 2.6)], isNotable: true },
  billboard: {
    family,
    colour: '#7a63e8',
    solids: [box(-1.2, 0, 0.12, 0.12, 2), box(1.2, 0, 0.12, 0.12, 2)],
    lamp: lamp(2.9, '#b5a1ff', 6, 0.9, 0, 0.8),
    isNotable: true,
  },
  'star-sign': {
    family,
    colour: '#ffd95e',
    solids: [],
    lamp: lamp(3, '#ff8fd0', 6, 0.9, 0, 0.5),
    isNotable: true,
  },
} as const satisfies Record<string, Kind>
