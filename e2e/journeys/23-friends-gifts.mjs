// Two people side by side: one asks the other, they become friends, and give each other things.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { at, dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'
import { account, charge, chipSays, walletOf } from '../lib/money.mjs'
import { as, befriend, bellSays, grant, idOf, shelf } from '../lib/social.mjs'

const button = (page, name) => page.getByRole('button', { name, exact: true })

/** Presses a button of this name if it is there. */
const PRESS = (name) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name)?.click()

/** Two people, each with a browser of their own. */
async function pair(kernel, person, stems = ['ada', 'ben']) {
  const [a, b] = [
    await makeAccount(kernel, stems[0], { world: 'reef' }),
    await makeAccount(kernel, stems[1], { world: 'reef' }),
  ]
  const ada = await person()
  const ben = await person({ width: 390, touch: true, theme: 'dark' })
  await ada.logIn(a)
  await ben.logIn(b)
  await shown(account(ada.page))
  await shown(account(ben.page))
  return { a, b, ada, ben }
}

const friends = {
  name: 'friends',
  async run({ kernel, person }) {
    const { a, b, ada, ben } = await pair(kernel, person)
    await ada.page.goto('/friends')
    await shown(ada.page.getByText('No friends yet'))
    await ada.page.locator('main').getByRole('link', { name: 'Find people' }).last().click()
    await at(ada.page, '/friends?tab=find')
    await ben.page.goto('/friends?tab=requests')
    await shown(ben.page.getByText('Nobody waits for your answer.'))

    await ada.page.locator('[name=search]').fill(b.nickname)
    await shown(ada.page.getByRole('list', { name: 'People found' }).getByText(b.nickname))
    await ada.page.locator('[name=search]').press('ArrowDown')
    await ada.page.keyboard.press('Enter')
    await toasted(ada.page, `You asked ${b.nickname} to be friends.`)
    await shown(ada.page.locator('.fr-row', { hasText: 'Request sent' }))
    await ada.shoot('200-asked')

    // The other side sees it without a reload, in the list and in the header.
    await shown(button(ben.page, `Accept the request of ${a.nickname}`))
    await bellSays(ben.page, 1)
    await ben.shoot('201-requested')
    const again = await kernel.call(
      'POST',
      '/api/v2/relationship/request/friend',
      { nickname: b.nickname },
      await ada.stored('token'),
    )
    assert.equal(again.code, 'friend_request_exists')

    await ada.page.goto('/friends?tab=requests')
    await shown(button(ada.page, `Cancel the request to ${b.nickname}`))
    await button(ben.page, `Accept the request of ${a.nickname}`).click()
    await toasted(ben.page, `You and ${a.nickname} are friends now.`)
    await gone(button(ada.page, `Cancel the request to ${b.nickname}`))
    await ada.page.goto('/friends')
    await shown(button(ada.page, `Send ${b.nickname} a gift`))

    // On the page of the other, and apart again.
    await ben.page.goto(`/user/${await idOf(kernel, a)}`)
    await shown(button(ben.page, 'Send a gift'))
    await ben.shoot('202-friend-page')
    await ben.page.getByRole('button', { name: `Friends with ${a.nickname}` }).click()
    await dialog(ben.page).getByRole('button', { name: 'Remove', exact: true }).click()
    await toasted(ben.page, `${a.nickname} is no longer among your friends.`)
    await shown(button(ben.page, 'Add friend'))
    await shown(ada.page.getByText('No friends yet'))
  },
}

const gifts = {
  name: 'gifts',
  async run({ kernel, person }) {
    const { a, b, ada, ben } = await pair(kernel, person, ['gil', 'hwa'])
    await befriend(kernel, a, b)
    await charge(ada, kernel, a, 1_000)
    const lantern = await grant(kernel, a, 'Lantern')
    const crane = await grant(kernel, a, 'Crane', 'gear', 'paper-crane')

    // WIT, from the friend's card, through the whole wizard.
    await ben.page.goto('/gifts')
    await shown(ben.page.getByText('No gift has come yet'))
    await ada.page.goto('/friends')
    await button(ada.page, `Send ${b.nickname} a gift`).click()
    await dialog(ada.page).locator('.gf-type.is-wit').click()
    await shown(dialog(ada.page).getByText('You have 1,000 WIT'))
    await ada.page.locator('[name=wit]').fill('5000.9')
    assert.equal(await ada.page.locator('[name=wit]').inputValue(), '1000', 'capped at what there is')
    await ada.page.locator('[name=wit]').fill('')
    await button(ada.page, 'Send the gift').click()
    await fieldSays(ada.page, 'wit', 'Please enter how many WIT.')
    await ada.page.locator('[name=wit]').fill('120.75')
    await ada.page.locator('[name=message]').fill('For the bus, and an ice cream.')
    await ada.page.locator('[name=confirmed]').check()
    await ada.shoot('203-wizard')
    await button(ada.page, 'Send the gift').click()
    await shown(dialog(ada.page).getByText('It is on its way'))
    await ada.shoot('204-sent')
    await button(ada.page, 'Done').click()
    assert.equal((await walletOf(kernel, a)).availableHundredths, 88_000)

    const card = ben.page.locator('.gf-card', { hasText: '120 WIT' })
    await shown(card.getByText('For the bus, and an ice cream.'))
    await shown(card.getByText(/6 d 23 h 5\d m/))
    await bellSays(ben.page, 2) // the friendship, too
    await ben.shoot('205-received')
    await card.getByRole('button', { name: 'Accept', exact: true }).click()
    await toasted(ben.page, '120 WIT: it is yours now.')
    await chipSays(ben.page, '120')
    await chipSays(ada.page, '880')
    await shown(ben.page.locator('.gf-row', { hasText: '120 WIT' }).getByText('Accepted'))

    // An item, rejected: it is back at once.
    await ada.page.goto('/inventory')
    await button(ada.page, 'Send as a gift: Lantern').click()
    await dialog(ada.page).locator('.gf-friend', { hasText: b.nickname }).click()
    await shown(dialog(ada.page).locator('.gf-chosen', { hasText: 'Lantern' }))
    await ada.page.locator('[name=confirmed]').check()
    await button(ada.page, 'Send the gift').click()
    await shown(dialog(ada.page).getByText('It is on its way'))
    await button(ada.page, 'Done').click()
    await shown(ada.page.locator('.it-lock', { hasText: `On its way to ${b.nickname} as a gift` }))
    await ada.shoot('206-locked')
    await ben.page
      .locator('.gf-card', { hasText: 'Lantern' })
      .getByRole('button', { name: 'Reject', exact: true })
      .click()
    await dialog(ben.page).getByRole('button', { name: 'Reject', exact: true }).click()
    await toasted(ben.page, `The gift goes back to ${a.nickname}.`)
    await gone(ada.page.locator('.it-lock'))
    await shown(button(ada.page, 'Send as a gift: Lantern'))

    // Another one, accepted, in two tabs at once: it changes hands once, and the chain says so.
    const { airdropId } = await as(kernel, a, 'POST', '/api/v2/gift/create', {
      airdropTargetType: 'item',
      airdropTargetData: crane,
      fee: 0,
      message: '',
      userId: await idOf(kernel, b),
    })
    const second = await ben.context.newPage()
    await Promise.all([ben.page, second].map((page) => page.goto(`/gifts?id=${airdropId}`)))
    await Promise.all([ben.page, second].map((page) => shown(button(page, 'Accept'))))
    // In the same moment, as nobody's mouse is: the one that comes second may find no button any more.
    await Promise.all([ben.page, second].map((page) => page.evaluate(PRESS, 'Accept')))
    for (const page of [ben.page, second]) await shown(page.getByText('You accepted it. It is yours.'))
    await second.close()
    await ben.page.goto('/inventory')
    await eventually('it is on the shelf', async () => (await shelf(ben.page)).join() === 'Crane')
    await eventually('and on no other', async () => (await shelf(ada.page)).join() === 'Lantern')
    await ben.page.goto(`/item/${crane}`)
    await shown(ben.page.locator('.it-provenance .is-good', { hasText: 'Genuine: 2 links verified' }))
    await shown(ben.page.locator('.it-chain li', { hasText: `${a.nickname} gave it to ${b.nickname}` }))
    await ben.shoot('207-provenance')

    // Whoever changes the past is found out.
    await ben.page.route('**/provenance', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.payload.links[1].from = body.payload.links[1].to
      await route.fulfill({ response: answer, json: body })
    })
    await ben.page.reload()
    await shown(ben.page.getByText('It does not hold together at #2'))

    // Nobody else sees any of it.
    const other = await person()
    const stranger = await makeAccount(kernel, 'nosy', { world: 'reef' })
    await other.logIn(stranger)
    await shown(account(other.page))
    await other.page.goto(`/gifts?id=${airdropId}`)
    await shown(other.page.getByText('There is no such gift'))
    await ada.page.goto('/gifts?tab=sent')
    await shown(ada.page.locator('.gf-row', { hasText: 'Lantern' }).getByText('Rejected'))
    await shown(ada.page.locator('.gf-row', { hasText: 'Crane' }).getByText('Accepted'))
    await ada.shoot('208-history')
    assert.equal((await as(kernel, a, 'GET', `/api/v2/items/${lantern}`)).lock, null)
  },
}

const tooLittle = {
  name: 'gift without WIT',
  async run({ kernel, person }) {
    const { a, b, ada } = await pair(kernel, person, ['poor', 'pal'])
    await befriend(kernel, a, b)
    await ada.page.goto('/gifts')
    await button(ada.page, 'Send a gift').first().click()
    await dialog(ada.page).locator('.gf-type.is-wit').click()
    await dialog(ada.page).locator('.gf-friend').click()
    await fieldSays(ada.page, 'wit', 'Not enough WIT in possession.')
    await ada.page.locator('[name=message]').fill('Lunch is on me.')
    await ada.shoot('209-no-wit')
    await button(ada.page, 'Charge WIT').click()
    await shown(dialog(ada.page).getByText('Not enough WIT', { exact: false }))

    // Paying is another page; back from there, the gift is where it was left.
    await button(ada.page, 'Charge WIT').last().click()
    await at(ada.page, '/charge?wit=1')
    await gone(dialog(ada.page))
    await charge(ada, kernel, a, 100)
    await ada.page.goto('/gifts')
    await button(ada.page, 'Send a gift').first().click()
    await shown(dialog(ada.page).getByText(`For ${b.nickname}`))
    await shown(dialog(ada.page).getByText('You have 100 WIT'))
    assert.equal(await ada.page.locator('[name=message]').inputValue(), 'Lunch is on me.')
    await ada.shoot('209-went-on')
    await ada.page.locator('[name=wit]').fill('40')
    await ada.page.locator('[name=confirmed]').check()
    await button(ada.page, 'Send the gift').click()
    await shown(dialog(ada.page).getByText('It is on its way'))
    assert.equal((await walletOf(kernel, a)).availableHundredths, 6_000)
  },
}

export const journeys = [friends, gifts, tooLittle]
