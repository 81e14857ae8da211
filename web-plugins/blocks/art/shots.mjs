// The view of each template, for its picture in lists and for its exact frame in the tests.

/** From where to where; the hour is the scene's, or the evening. */
export const SHOTS = {
  'lantern-garden': { from: [22, 4.6, 43], to: [22, 1.2, 22], hour: 20 },
  rooftop: { from: [15, 4.4, 28.4], to: [15, 1.2, 12] },
  cafe: { from: [11, 4.4, 20.4], to: [11, 1, 8] },
  theatre: { from: [24, 5.6, 38.6], to: [24, 1.5, 19] },
  'hanok-alley': { from: [23, 3.2, 36.4], to: [23, 1.9, 16], hour: 20 },
  'hanok-courtyard': { from: [19.6, 4.2, 27], to: [17, 1.3, 12], hour: 20 },
  greenhouse: { from: [20, 5.4, 35.4], to: [20, 2.6, 16] },
  'star-deck': { from: [13.4, 3.4, 25.6], to: [16, 2, 9] },
  'coral-grotto': { from: [22, 3.4, 29.4], to: [22, 1.8, 14] },
  'sunken-ruin': { from: [13.6, 5, 33.4], to: [22.4, 1.8, 16] },
  'arcade-hall': { from: [16, 3.6, 25.8], to: [16, 1.6, 8] },
  'lantern-run': { from: [19, 6.4, 55], to: [36, 0.6, 40] },
}
