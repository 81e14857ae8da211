/** `2026-11-24` as `11.24`, for the axis of a chart. */
export const shortDay = (day: string): string => day.slice(5).replace('-', '.')
