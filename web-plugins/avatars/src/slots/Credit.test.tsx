import { afterEach, expect, it } from 'vitest'
import { avatar, renderAvatars, vrm } from '../testing/pages'
import Credit from './Credit'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(roles: string[], userId = 'u-theo') {
  const removed: string[] = []
  const page = await renderAvatars(<Credit data={{ userId, blocked: false }} close={() => undefined} />, {
    user: { roles },
    answers: {
      [`GET /api/v2/avatars/users/${userId}`]: { payload: avatar({ userId, vrm: vrm() }) },
      [`DELETE /api/v2/avatars/users/${userId}/vrm`]: () => {
        removed.push(userId)
        return { payload: avatar({ userId }) }
      },
    },
  })
  leave = page.unmount
  return { page, removed }
}

it('an administrator takes the avatar of a person off, after a confirmation', async () => {
  const { page, removed } = await open(['admin'])
  expect(page.shown()).toContain('Boxling')
  await page.click(page.named('Take off'))
  expect(removed).toEqual([])
  const dialog = [...document.querySelectorAll('[role=alertdialog] button, [role=dialog] button')]
  await page.click(dialog.find((one) => one.textContent === 'Take off') ?? null)
  await page.settle()
  expect(removed).toEqual(['u-theo'])
  expect(page.toast()).toBe('The 3D avatar was taken off.')
  expect(page.shown()).not.toContain('Boxling')
})

it('others see the licence only', async () => {
  const { page } = await open([])
  expect(page.shown()).toContain('Boxling')
  expect(() => page.named('Take off')).toThrow()
})
