// Sample data of the gallery.

import { ApiError } from '@witverse/api-client'
import { sequenceOf } from '@witverse/sdk'
import type { TableSource } from '@witverse/sdk/data'
import { wholeList } from '@witverse/sdk/data'

export const RATE = { hundredthsPerUsd: 10_000 }
export const OWNED_HUNDREDTHS = 124_000

export const PEOPLE = ['mina', 'joon_9', 'lantern', 'hanok_kim', 'orbit01', 'dali', 'maru_maru', 'soyeon']

const ROWS = 3

/** A page of a list, as a fetch returns it; `cursor` is the index of its first row. */
export function pageOfPeople(cursor = '0') {
  const end = Number(cursor) + ROWS
  return { items: PEOPLE.slice(Number(cursor), end), nextCursor: end < PEOPLE.length ? String(end) : null }
}

export const FAILURE = new ApiError({ status: 0, code: 'unreachable' })

export const BLOCKS = ['agora', 'harbour', 'lantern_hall', 'observatory', 'winter_garden', 'stage_two'].map(
  (id) => ({
    id,
    text: id,
  }),
)

export interface Listing {
  id: string
  item: string
  seller: string
  hundredths: number
  listed: string
  /** Shows a long name. */
  long: boolean
}

const COUNT = 60
const DAY_MS = 86_400_000

export const LISTINGS: Listing[] = Array.from({ length: COUNT }, (_, index) => {
  const random = sequenceOf(`listing-${index}`)
  return {
    id: String(index),
    item: `Lantern #${String(index + 1).padStart(3, '0')}`,
    seller: PEOPLE[index % PEOPLE.length] ?? '',
    hundredths: Math.round(random() * 5_000) * 100,
    listed: new Date(Date.UTC(2026, 10, 20) - Math.floor(random() * 90) * DAY_MS).toISOString(),
    long: index === 2,
  }
})

/** A query whose last refetch failed. */
export const OUTDATED = {
  data: 'Lantern #001',
  error: null,
  dataUpdatedAt: 1,
  errorUpdatedAt: 2,
  isFetching: false,
  refetch: () => undefined,
}

/** A table source that is loaded with these items, is loading, or has failed. */
export function sourceOf<T>(items: T[], status: 'success' | 'pending' | 'error' = 'success'): TableSource<T> {
  const error = status === 'error' ? new ApiError({ status: 0, code: 'unreachable' }) : null
  return { ...wholeList(items), status, error }
}

/** The last `count` days, oldest first: `11.24`, with the year (`26.11.24`) for more than 60. */
export function daysBack(count: number): string[] {
  const end = Date.UTC(2026, 10, 24)
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * DAY_MS)
      .toISOString()
      .slice(count > 60 ? 2 : 5, 10)
      .replaceAll('-', '.'),
  )
}

/** Repeatable values between 20 % and 100 % of a peak, higher on weekends. */
export function wave(seed: string, count: number, peak: number): number[] {
  const random = sequenceOf(seed)
  return Array.from({ length: count }, (_, index) =>
    Math.round(peak * (0.35 + 0.25 * Math.sin(index / 2.2) + 0.15 * Math.sin(index / 40) + 0.25 * random())),
  )
}

/** Rejects the names `taken` (as a field error) and `down` (as an error of the form), after 600 ms. */
export async function answerLikeServer(name: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  if (name === 'taken') {
    const language = { ko: '이미 사용 중인 이름입니다.', en: 'This name is already taken.' }
    throw new ApiError({
      status: 422,
      code: 'invalid',
      fields: [{ field: 'name', message: language.en, language }],
    })
  }
  if (name === 'down') throw new ApiError({ status: 503, code: 'down' })
}

const FEED = { page: 30, all: 3_000, answerMs: 400 }

/** A page of a long feed. The cursor is the number of posts before it. */
export async function feedPage(cursor: string) {
  await new Promise((resolve) => setTimeout(resolve, FEED.answerMs))
  const start = Number(cursor)
  const end = Math.min(FEED.all, start + FEED.page)
  const items = Array.from({ length: end - start }, (_, index) => {
    const number = start + index + 1
    return { id: String(number), number }
  })
  return { items, nextCursor: end < FEED.all ? String(end) : null }
}
