// What shows an item of a person. The item is chosen in the editor; without one these stand empty.
import { box, type Kind } from './shapes'

const family = 'items'

export const items = {
  'picture-frame': {
    family,
    colour: '#8a5a3c',
    solids: [],
    picture: { at: [0, 1.6, 0.115], side: 1, isOnBothSides: false },
    isNotable: true,
  },
  'item-stand': {
    family,
    colour: '#d9cdb8',
    solids: [box(0, 0, 0.3, 0.3, 1)],
    picture: { at: [0, 1.44, 0.055], side: 0.72, isOnBothSides: true },
    isNotable: true,
  },
} as const satisfies Record<string, Kind>
