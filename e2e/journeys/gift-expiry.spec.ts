// A gift without an answer is returned after 168 hours.
import { makeMember } from '../lib/accounts.mjs'
import { buyWit, walletOf } from '../lib/money'
import { befriend, callAs, expectInventory, grantItem, sendGift } from '../lib/social'
import { expect, test } from '../lib/test'

const HOURS = 168

test.use({ ownKernel: 'a week later' })

test('unanswered gifts return to their sender, and both people see the state', async ({ kernel, person }) => {
  const [a, b] = [await makeMember(kernel, 'wait'), await makeMember(kernel, 'never')]
  await befriend(kernel, a, b)
  const ada = await person()
  const ben = await person({ width: 390, touch: true })
  await ada.logIn(a)
  await ben.logIn(b)
  await expect(ben.accountButton).toBeVisible()
  await buyWit(ada, kernel, a, 400)
  const lantern = await grantItem(kernel, a, 'Lantern')
  await sendGift(kernel, a, b, 150, 'Are you there?')
  await sendGift(kernel, a, b, lantern)
  expect((await walletOf(kernel, a)).heldHundredths).toBe(15_000)
  await ben.goto('/gifts')
  await expect(ben.main.getByRole('article').filter({ hasText: '150 WIT' })).toBeVisible()

  await kernel.advanceClock(HOURS + 1)
  await expect
    .poll(() => walletOf(kernel, a))
    .toMatchObject({ heldHundredths: 0, availableHundredths: 40_000 })
  const pending = async () => (await callAs(kernel, b, 'GET', '/api/v2/gift/received?status=pending')).total
  await expect.poll(pending).toBe(0)
  const returned = { hasText: ben.t('gifts:states.returned') }
  await ben.goto('/gifts')
  await expect(ben.main.getByRole('link').filter(returned)).toHaveCount(2)
  await expect(ben.main.getByRole('article')).toHaveCount(0)
  await ada.goto('/gifts?tab=sent')
  await expect(ada.main.getByRole('link').filter(returned)).toHaveCount(2)
  await ada.shoot('242-returned')
  await ada.goto('/inventory?state=free')
  await expectInventory(ada, ['Lantern'])
})
