// The language: chosen, kept, and carried by the account to the next browser.
import assert from 'node:assert/strict'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { eventually, shown } from '../lib/check.mjs'

const lang = (page) => page.locator('html').getAttribute('lang')

const choice = {
  name: 'language',
  async run({ kernel, person }) {
    const visitor = await person({ language: 'en' })
    const { page } = visitor
    await page.goto('/')
    assert.equal(await lang(page), 'en')
    await page.getByRole('button', { name: '한국어' }).first().click()
    await shown(page.getByRole('heading', { name: '고요한 밤에 켜진 작은 세계들', level: 1 }))
    assert.equal(await lang(page), 'ko')
    assert.equal(await visitor.stored('language'), 'kr')
    await page.reload()
    await shown(page.getByRole('heading', { name: '고요한 밤에 켜진 작은 세계들', level: 1 }))
    const served = await (await visitor.context.request.get('/')).text()
    assert.match(served, /<html lang="ko"/, 'the page itself is served in that language')
    assert.equal(await lang(page), 'ko')
    await page.getByRole('button', { name: 'English' }).first().click()
    assert.equal(await visitor.stored('language'), 'en')
    assert.equal(await lang(page), 'en')

    // Saved with the account, and taken over by a browser on which nobody has chosen.
    const account = await makeAccount(kernel, 'lang')
    await visitor.logIn(account)
    await shown(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    const [saved] = await Promise.all([
      page.waitForResponse('**/api/user/language'),
      page.getByRole('button', { name: '한국어' }).first().click(),
    ])
    assert.equal(saved.status(), 200)
    const elsewhere = await person({ language: 'en', width: 768 })
    await elsewhere.logIn(account, null)
    await shown(elsewhere.page.getByRole('dialog', { name: '월드를 선택하세요' }))
    assert.equal(await lang(elsewhere.page), 'ko')
    await eventually('kept there as well', async () => (await elsewhere.stored('language')) === 'kr')
  },
}

const errors = {
  name: 'language of open errors',
  async run({ person }) {
    const one = await person({ language: 'en', width: 390, touch: true })
    const { page } = one
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await one.shoot('40-menu-visitor')
    await page.getByRole('dialog').getByRole('button', { name: '한국어' }).click()
    await shown(page.getByRole('dialog').getByText('메뉴'))
    await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
    await page.locator('.sh-header').getByRole('button', { name: '로그인', exact: true }).click()
    await page.locator('[name=email]').fill(demo('haneul').email)
    await page.locator('[name=password]').fill('Nope-nope1!')
    await page.keyboard.press('Enter')
    await shown(page.getByRole('dialog').getByText('비밀번호가 일치하지 않습니다.'))
  },
}

export const journeys = [choice, errors]
