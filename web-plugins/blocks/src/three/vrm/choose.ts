// Who is drawn as a VRM: the nearest of those who have one, within the limit of the quality. Pure.

/** People by the step of the quality governor: none on weak devices. */
const LIMITS = [16, 6, 6, 2]
const NEAR_M = 20
/** People who are drawn as a VRM stay so up to this distance, so that they do not flicker at the border. */
const LEAVE_M = 25

export const limitOf = (step: number): number => LIMITS[step] ?? 0

export interface Candidate {
  user: string
  /** Of the file. */
  url: string
  distance: number
}

/** The chosen people, the nearest first. `shown` are those who are drawn as a VRM now. */
export function choose<T extends Candidate>(
  candidates: readonly T[],
  shown: ReadonlySet<string>,
  limit: number,
): T[] {
  const rank = ({ user, distance }: T) => (shown.has(user) ? distance * (NEAR_M / LEAVE_M) : distance)
  return candidates
    .filter((one) => rank(one) <= NEAR_M)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, limit)
}

/** The address of the VRM in a look; null if it has none. No client checks looks before. */
export function vrmOf(look: string | null): string | null {
  if (!look?.includes('"vrm"')) return null
  try {
    const { vrm } = JSON.parse(look) as { vrm?: unknown }
    return typeof vrm === 'string' && /^(https?:\/\/[^/\s]+)?\/files\/[\w-]+\/avatar\.vrm$/.test(vrm)
      ? vrm
      : null
  } catch {
    return null
  }
}
