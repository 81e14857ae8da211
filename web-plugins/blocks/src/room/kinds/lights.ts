import { box, type Kind, lamp, round, WARM } from './shapes'

const family = 'lights'

export const lights = {
  lantern: {
    family,
    colour: '#2c2748',
    solids: [round(0.12, 2.6)],
    lamp: lamp(2.35, WARM, 6.5, 1.15),
    isNotable: true,
  },
  'stone-lantern': {
    family,
    colour: '#8e8aa0',
    solids: [round(0.34, 1.5)],
    lamp: lamp(1.1, '#ffc27a', 4.5, 1),
    isNotable: true,
  },
  'street-lamp': {
    family,
    colour: '#34305a',
    solids: [round(0.14, 3.4)],
    lamp: lamp(3.2, '#ffc880', 8, 1.2, 0.6),
    isNotable: true,
  },
  'paper-lantern': { family, colour: '#ff7d6b', solids: [], lamp: lamp(2.55, '#ff9a62', 4.5, 0.8) },
  'silk-lantern': { family, colour: '#d8484f', solids: [], lamp: lamp(2.3, '#ff9a6a', 4.5, 0.9) },
  'lotus-lantern': { family, colour: '#f29ab8', solids: [], lamp: lamp(0.25, '#ffb08a', 3, 0.8) },
  'string-lights': { family, colour: '#ffd592', solids: [], lamp: lamp(2.7, '#ffcf86', 4.5, 0.55) },
  candle: { family, colour: '#f4e7cf', solids: [], lamp: lamp(0.2, '#ffb25c', 2, 0.8) },
  'floor-lamp': { family, colour: '#ffdca6', solids: [round(0.15, 1.6)], lamp: lamp(1.5, '#ffcb85', 4.5, 1) },
  'pendant-lamp': { family, colour: '#d08a52', solids: [], lamp: lamp(2.2, '#ffcb85', 4.5, 0.9) },
  torch: { family, colour: '#6b4433', solids: [round(0.12, 1.9)], lamp: lamp(2, '#ff9a4a', 5.5, 1.1) },
  'fire-bowl': {
    family,
    colour: '#5a5068',
    solids: [round(1.05, 1.1)],
    lamp: lamp(2, '#ffa24f', 13, 2.4),
    isNotable: true,
  },
  campfire: {
    family,
    colour: '#6b4a38',
    solids: [round(0.6, 0.45)],
    lamp: lamp(0.7, '#ff9446', 7, 1.4),
    isNotable: true,
  },
  'moon-lamp': {
    family,
    colour: '#fff1cf',
    solids: [round(0.45, 1.1)],
    lamp: lamp(0.8, '#ffeec2', 6, 1),
    isNotable: true,
  },
  'garden-light': { family, colour: '#3a3658', solids: [], lamp: lamp(0.5, '#ffd08a', 2.6, 0.8) },
  neon: { family, colour: '#ff5fb7', solids: [], lamp: lamp(2.4, '#ff5fb7', 5, 0.8, 0, 0.3) },
  'neon-strip': { family, colour: '#7fe8ff', solids: [], lamp: lamp(2.8, '#7fe8ff', 4.5, 0.6, 0, 0.4) },
  spotlight: {
    family,
    colour: '#3a3658',
    solids: [box(0, 0, 0.2, 0.2, 0.4)],
    lamp: lamp(0.7, '#ffe1b0', 5, 1),
  },
} as const satisfies Record<string, Kind>
