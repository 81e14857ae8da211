// Friends, gifts and mail through the API, and their locators on the screen.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { expect, type Locator } from '@playwright/test'
import { type Account, demo, logIn } from './accounts.mjs'
import type { Kernel } from './kernel.mjs'
import type { Screen } from './screen'

/** Calls the API as an account; returns the payload of a successful answer. */
export async function callAs(kernel: Kernel, who: Account, method: string, path: string, body?: unknown) {
  const answer = await kernel.call(method, path, body, await logIn(kernel, who))
  assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status} ${answer.code}`)
  return answer.payload
}

export const idOf = async (kernel: Kernel, who: Account): Promise<string> =>
  (await callAs(kernel, who, 'POST', '/api/user/auth')).id

const REQUEST = '/api/v2/relationship/request/friend'

export const requestFriend = (kernel: Kernel, from: Account, to: Account) =>
  callAs(kernel, from, 'POST', REQUEST, { nickname: to.nickname })

/** Both are friends afterwards: a request in the other direction accepts the first. */
export async function befriend(kernel: Kernel, one: Account, other: Account): Promise<void> {
  await requestFriend(kernel, one, other)
  const { status } = await requestFriend(kernel, other, one)
  assert.equal(status, 1)
}

const COLLECTION = '0192f3a0-7a10-7c3e-9b51-0e2e0e2e0e2e'

/** An administrator creates an item for an account; returns its id. */
export async function grantItem(
  kernel: Kernel,
  who: Account,
  name: string,
  type = 'gear',
  picture = 'harbour-lantern',
  gear: { slot: string; model: string } | null = null,
): Promise<string> {
  const { itemId } = await callAs(kernel, demo('admin'), 'POST', '/api/v2/items/grants', {
    key: randomUUID(),
    collectionId: COLLECTION,
    collectionName: { ko: '시험 모음', en: 'Journeys' },
    ownerNickname: who.nickname,
    type,
    name: { ko: `${name} (한)`, en: name },
    description: { ko: '여행에서 쓰는 것.', en: 'For journeys.' },
    thumbnailUrl: `/assets/plugins/items/items/${picture}.svg`,
    numbered: true,
    gear,
  })
  return itemId
}

/** A gift, WIT or the id of an item, sent by a program's call; its id. */
export async function sendGift(
  kernel: Kernel,
  from: Account,
  to: Account,
  gift: number | string,
  message = '',
): Promise<string> {
  const { airdropId } = await callAs(kernel, from, 'POST', '/api/v2/gift/create', {
    airdropTargetType: typeof gift === 'number' ? 'wit' : 'item',
    airdropTargetData: gift,
    fee: 0,
    message,
    userId: await idOf(kernel, to),
  })
  return airdropId
}

/** The bell in the header; its accessible name contains the number of unread messages. */
export const mailBell = (one: Screen): Locator => one.page.getByTestId('mail-bell')

export const expectUnread = (one: Screen, count: number) =>
  expect(mailBell(one)).toHaveAccessibleName(
    count > 0 ? one.t('mail:bell.unread', { count }) : one.t('mail:bell.open'),
  )

/** The names of the items in an inventory. */
export const expectInventory = (one: Screen, names: string[]) =>
  expect(one.main.getByRole('article').getByRole('strong')).toHaveText(names)
