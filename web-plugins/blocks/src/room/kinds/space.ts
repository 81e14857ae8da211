import { box, type Kind, lamp, round, seat } from './shapes'

const family = 'space'

export const space = {
  // The sky is seen through it.
  'star-window': {
    family,
    colour: '#8d95ad',
    solids: [box(0, 0, 2, 0.14, 3.2)],
    lamp: lamp(0.3, '#8fc8ff', 3.5, 0.45, 0, 0.6),
  },
  bulkhead: {
    family,
    colour: '#9aa2b8',
    solids: [box(0, 0, 2, 0.16, 3.2)],
    lamp: lamp(2.7, '#bfe0ff', 4.5, 0.5, 0, 0.6),
  },
  hatch: {
    family,
    colour: '#8890a8',
    solids: [box(0, 0, 1.1, 0.25, 2.8)],
    lamp: lamp(2.2, '#7fe8c8', 4, 0.6, 0, 0.6),
    isNotable: true,
  },
  'dome-rib': { family, colour: '#b8c0d0', solids: [] },
  console: {
    family,
    colour: '#6f788f',
    solids: [box(0, 0, 0.8, 0.35, 1)],
    lamp: lamp(1.3, '#7fd8ff', 3.2, 0.8, 0, 0.4),
    isNotable: true,
  },
  hologram: {
    family,
    colour: '#6fd8ff',
    solids: [round(0.7, 0.5)],
    lamp: lamp(1.5, '#7fd8ff', 6, 1),
    isNotable: true,
  },
  'pod-seat': {
    family,
    colour: '#e8ecf4',
    solids: [round(0.42, 0.46)],
    seats: [seat(0, 0, 0.05)],
    isNotable: true,
  },
  'window-bench': {
    family,
    colour: '#c9d0de',
    solids: [box(0, 0, 1.2, 0.3, 0.46)],
    seats: [seat(-0.75, 0, 0), seat(0, 0, 0), seat(0.75, 0, 0)],
    isNotable: true,
  },
  'grow-rack': {
    family,
    colour: '#7f8ba3',
    solids: [box(0, 0, 1, 0.32, 2)],
    lamp: lamp(1.1, '#ff9fe0', 3.6, 0.8, 0, 0.6),
    isNotable: true,
  },
  'grow-lamp': { family, colour: '#c9d0de', solids: [], lamp: lamp(2.4, '#ffe9c4', 5.5, 1) },
  'algae-tube': {
    family,
    colour: '#6fd89a',
    solids: [round(0.3, 2.6)],
    lamp: lamp(1.3, '#7fe8a8', 4, 0.8),
    isNotable: true,
  },
  telescope: { family, colour: '#c9a45c', solids: [round(0.4, 1.4)], isNotable: true },
  robot: {
    family,
    colour: '#e0e6ee',
    solids: [round(0.35, 1.2)],
    lamp: lamp(1, '#7fe8ff', 2.4, 0.5, 0, 0.4),
    isNotable: true,
  },
  'cargo-pod': { family, colour: '#d08a4a', solids: [box(0, 0, 0.7, 0.5, 0.95)] },
  antenna: { family, colour: '#b8bfd0', solids: [round(0.3, 2.4)], isNotable: true },
  'solar-panel': {
    family,
    colour: '#3f5fb0',
    solids: [round(0.2, 1.4)],
    shade: [box(0, 0, 1.4, 0.7, 1.9, 1.4)],
  },
  pipes: { family, colour: '#8f97ac', solids: [box(0, 0, 1, 0.2, 0.7)] },
  'light-post': {
    family,
    colour: '#dfe6f2',
    solids: [round(0.12, 1.2)],
    lamp: lamp(1.1, '#a8e0ff', 4.5, 0.9),
  },
  'ceiling-ring': { family, colour: '#cfe8ff', solids: [], lamp: lamp(3, '#cfe6ff', 7, 0.9) },
  planet: { family, colour: '#4f8fd8', solids: [], isNotable: true },
  shuttle: {
    family,
    colour: '#dfe4ee',
    solids: [box(0, 0, 0.9, 2, 1.6)],
    lamp: lamp(0.9, '#ffb66a', 4, 0.8, 0, -2.2),
    isNotable: true,
  },
} as const satisfies Record<string, Kind>
