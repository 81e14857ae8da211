// Friends, gifts and mail, as programs make them, and what people see of them everywhere.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { demo, logIn } from './accounts.mjs'
import { eventually } from './check.mjs'

/** Calls as somebody; the payload of an answer that is good. */
export async function as(kernel, who, method, path, body) {
  const answer = await kernel.call(method, path, body, await logIn(kernel, who))
  assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status} ${answer.code}`)
  return answer.payload
}

export const idOf = async (kernel, who) => (await as(kernel, who, 'POST', '/api/user/auth')).id

/** Both are friends afterwards. */
export async function befriend(kernel, one, other) {
  const ask = '/api/v2/relationship/request/friend'
  await as(kernel, one, 'POST', ask, { nickname: other.nickname })
  // Whoever is asked and asks as well has said yes.
  const { status } = await as(kernel, other, 'POST', ask, { nickname: one.nickname })
  assert.equal(status, 1)
}

const COLLECTION = '0192f3a0-7a10-7c3e-9b51-0e2e0e2e0e2e'

/** An item that an administrator makes for somebody; its id. */
export async function grant(kernel, who, name, type = 'gear', picture = 'harbour-lantern') {
  const { itemId } = await as(kernel, demo('admin'), 'POST', '/api/v2/items/grants', {
    key: randomUUID(),
    collectionId: COLLECTION,
    collectionName: { ko: '시험 모음', en: 'Journeys' },
    ownerNickname: who.nickname,
    type,
    name: { ko: `${name} (한)`, en: name },
    description: { ko: '여행에서 쓰는 것.', en: 'For journeys.' },
    thumbnailUrl: `/assets/plugins/items/items/${picture}.svg`,
    numbered: true,
  })
  return itemId
}

/** A gift sent by a program's call. */
export const send = async (kernel, from, to, gift, message = '') =>
  as(kernel, from, 'POST', '/api/v2/gift/create', {
    airdropTargetType: typeof gift === 'number' ? 'wit' : 'item',
    airdropTargetData: gift,
    fee: 0,
    message,
    userId: await idOf(kernel, to),
  })

/** What the bell in the header counts; 0 where it counts nothing. */
export async function belled(page) {
  const [count = '0'] = await page.getByTestId('mail-bell').locator('.sh-bell-count').allTextContents()
  return Number(count)
}

export const bellSays = (page, count) =>
  eventually(`the bell says ${count}`, async () => (await belled(page)) === count)

/** The names in an inventory, as it is shown. */
export const shelf = async (page) => (await page.locator('.it-card strong').allTextContents()).sort()
