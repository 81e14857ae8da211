// Every screen of friends, gifts, items and mail as people see it: at each width, in both languages and themes, and axe
// finds nothing.
import { demo, makeAccount } from '../lib/accounts.mjs'
import { dialog, shown } from '../lib/check.mjs'
import { axe, look } from '../lib/look.mjs'
import { account, charge } from '../lib/money.mjs'
import { as, befriend, grant, idOf, send } from '../lib/social.mjs'

const still = (page) => page.locator('main .wv-skeleton').first().waitFor({ state: 'hidden' })

const PLACES = {
  friends: ['/friends', '/friends?tab=requests', '/friends?tab=find'],
  gifts: ['/gifts', '/gifts?tab=sent'],
  items: ['/inventory'],
  mail: ['/mail', '/mail?tab=notices', '/mail?tab=settings'],
}

const go = async (one, path, name) => {
  await one.page.goto(path)
  await shown(one.page.locator('main h1, main h2').first())
  await still(one.page)
  await look(one, name)
}

const every = async (one, stem) => {
  let count = 220
  for (const paths of Object.values(PLACES)) {
    for (const path of paths) {
      await go(one, path, `${count}${path.replaceAll(/[/?=]/g, '-')}-${stem}`)
      count += 1
    }
  }
}

const wizard = async (one, friend) => {
  const { page } = one
  await page.goto('/gifts')
  await page.locator('.gf-head button').click()
  await shown(dialog(page).locator('.gf-type').first())
  await look(one, '235-wizard-select')
  await page.locator('.gf-type.is-item').click()
  await shown(page.locator('.gf-friend').first())
  await look(one, '236-wizard-friend')
  await page.locator('.gf-friend', { hasText: friend.nickname }).click()
  await shown(page.locator('.gf-item').first())
  await look(one, '237-wizard-item')
  await page.locator('.gf-back').click()
  await page.locator('.gf-back').click()
  await page.locator('.gf-type.is-wit').click() // for whom is known already
  await page.locator('.gf-form [type=submit]').click()
  await shown(page.locator('.gf-check small'))
  await look(one, '238-wizard-wit')
  await page.locator('[name=wit]').fill('30')
  await page.locator('[name=message]').fill('고마워요 · Thank you')
  await page.locator('[name=confirmed]').check()
  await page.locator('.gf-form [type=submit]').click()
  await shown(page.locator('.gf-complete'))
  await look(one, '239-wizard-complete')
}

async function people(kernel, language) {
  const [me, friend, asker] = [
    await makeAccount(kernel, 'scene', { world: 'reef', language }),
    await makeAccount(kernel, 'frie', { world: 'reef' }),
    await makeAccount(kernel, 'aske', { world: 'reef' }),
  ]
  await befriend(kernel, me, friend)
  await as(kernel, asker, 'POST', '/api/v2/relationship/request/friend', { nickname: me.nickname })
  return { me, friend, asker }
}

const screens = (options) => ({
  name: `social screens ${options.width} ${options.language} ${options.theme}`,
  beside: true,
  async run({ kernel, person }) {
    const visitor = await person({ ...options, script: axe })
    for (const path of ['/friends', '/gifts', '/inventory', '/mail']) {
      await go(visitor, path, `218${path.replace('/', '-')}-visitor`)
    }
    const empty = await person({ ...options, script: axe })
    await empty.logIn(await makeAccount(kernel, 'alone', { world: 'reef', language: options.language }))
    await shown(account(empty.page))
    await every(empty, 'empty')

    const { me, friend } = await people(kernel, options.language)
    const one = await person({ ...options, script: axe })
    await one.logIn(me)
    await shown(account(one.page))
    await charge(one, kernel, me, 500)
    const kept = await grant(kernel, me, 'Moon Cat', 'pfp', 'moon-cat')
    await send(kernel, me, friend, await grant(kernel, me, 'Lantern'), 'For your window.')
    const from = await grant(kernel, friend, 'Crane', 'gear', 'paper-crane')
    const { airdropId } = await send(kernel, friend, me, from, '생일 축하해요!')
    await every(one, 'full')
    await go(one, `/gifts?id=${airdropId}`, '231-gift')
    await go(one, `/item/${kept}`, '232-item')
    await one.page.goto(`/user/${await idOf(kernel, friend)}`)
    await shown(one.page.locator('.pp-actions [data-plugin=friends] button').first())
    await shown(one.page.locator('.it-card').first())
    await look(one, '233-person')
    await one.page.goto('/mail')
    await one.page.locator('.ml-row').first().click()
    await shown(one.page.locator('.ml-thread'))
    await look(one, '234-thread')
    await wizard(one, friend)
    const admin = await person({ ...options, script: axe })
    await admin.logIn(demo('admin'))
    await shown(account(admin.page))
    await go(admin, '/admin/notices', '240-admin-notices')
    await admin.page.locator('.pt-section-head button').click()
    await shown(dialog(admin.page).locator('[name="title.ko"]'))
    await look(admin, '241-notice')
  },
})

export const journeys = [
  screens({ width: 390, language: 'ko', theme: 'dark', touch: true }),
  screens({ width: 768, language: 'en', theme: 'light' }),
  screens({ width: 1440, language: 'ko', theme: 'light' }),
  screens({ width: 1440, language: 'en', theme: 'dark' }),
]
